const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be the id of anything that has a UUID; the database refuses to look for others. */
export const isUuid = (text: string) => UUID.test(text);
