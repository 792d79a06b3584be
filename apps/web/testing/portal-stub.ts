import {
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  ERRORS,
  errorBody,
  type ParamsOf,
  type ParsedRequestOf,
  PortalError,
  type ResponseOf,
  travelsInQuery,
} from '@tidewaiter/contract';

type Asked<Name extends EndpointName> = ParsedRequestOf<Endpoints[Name]>;
type Given<Name extends EndpointName> = ResponseOf<Endpoints[Name]> | PortalError;

/** What the calls are answered with: always the same, or what a request makes of it; a `PortalError` refuses. */
export type Answers = {
  [Name in EndpointName]?:
    | Given<Name>
    | ((request: Asked<Name>, params: ParamsOf<Endpoints[Name]>) => Given<Name> | Promise<Given<Name>>);
};

const realFetch = window.fetch;
let answers: Answers = {};
let calls: { name: EndpointName; request: unknown }[] = [];
let faults: string[] = [];

/** The calls by their way; those whose way has parameters come last, as a router has them. */
const ROUTES = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
  .map(([name, endpoint]) => {
    const keys = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
    return { name, endpoint, keys, way: new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}$`) };
  })
  .toSorted((one, other) => one.keys.length - other.keys.length);

/**
 * Stands in for the portal, and for nothing else: it answers calls of the contract with what a test gave, if the contract's schemas take the
 * request and the answer. What they refuse, and what nobody gave an answer to, fails the test.
 */
export const portal = {
  begin(given: Answers): void {
    answers = given;
    calls = [];
    faults = [];
    window.fetch = answer;
  },

  /** From now on. */
  answer(given: Answers): void {
    answers = { ...answers, ...given };
  },

  /** What has been asked of a call, the oldest first. */
  asked: <Name extends EndpointName>(name: Name): Asked<Name>[] =>
    calls.filter((call) => call.name === name).map(({ request }) => request as Asked<Name>),

  /** What failed the test so far: refused requests and answers, and calls without one. */
  faults: (): readonly string[] => faults,

  end(): void {
    window.fetch = realFetch;
  },
};

/** A promise, and what keeps it. */
export function later<Value>(): { value: Promise<Value>; arrive: (value: Value) => void } {
  let arrive = (_: Value) => {};
  const value = new Promise<Value>((resolve) => {
    arrive = resolve;
  });
  return { value, arrive };
}

async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), window.location.origin);
  const method = init.method ?? 'GET';
  const route = ROUTES.find(({ endpoint, way }) => endpoint.method === method && way.test(pathname));
  if (!route) return realFetch(input, init);
  const { name, endpoint, keys, way } = route;
  const fault = (message: string): never => {
    faults.push(`${name}: ${message}`);
    throw new TypeError(message);
  };
  const values = (way.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
  const sent = travelsInQuery(endpoint) ? inQuery(searchParams) : init.body;
  const request = endpoint.request.safeParse(typeof sent === 'string' ? JSON.parse(sent) : sent);
  if (!request.success) return fault(`the contract refuses ${JSON.stringify(sent)}: ${request.error.message}`);
  const params = Object.fromEntries(keys.map((key, index) => [key, values[index]]));
  calls.push({ name, request: request.data });
  const given = answers[name] as unknown;
  if (given === undefined) return fault('nobody has given it an answer');
  const made = typeof given === 'function' ? await given(request.data, endpoint.params.parse(params)) : given;
  init.signal?.throwIfAborted();
  if (made instanceof PortalError)
    return Response.json(errorBody.parse(made.toBody()), { status: ERRORS[made.code].status });
  const response = endpoint.response.safeParse(made);
  if (!response.success) return fault(`the contract refuses its answer: ${response.error.message}`);
  return Response.json(response.data);
}

/** A query string's values, numbers among them as the server reads them. */
const inQuery = (query: URLSearchParams) => Object.fromEntries(query);
