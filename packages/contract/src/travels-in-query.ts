import type { Endpoint } from './endpoint.js';

/** Whether a call's request is its query string, not its body. In a file of its own: the browser's client does without zod. */
export const travelsInQuery = ({ method, inQuery }: Pick<Endpoint, 'method' | 'inQuery'>) =>
  method === 'GET' || inQuery === true;
