/** Stands among the workspaces for one that is still to be made. */
export const NEW_WORKSPACE = 'new';
