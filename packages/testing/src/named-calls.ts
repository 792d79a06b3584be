import { ENDPOINTS, type Endpoint, type EndpointName } from '@tidewaiter/contract';

export type NamedCall = Endpoint & { name: EndpointName };

/** Every call of the portal, with what it is called. */
export const CALLS: readonly NamedCall[] = Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => ({
  ...endpoint,
  name: name as EndpointName,
}));
