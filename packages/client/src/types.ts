/** What each call takes and answers, by the definitions that the portal is made from. */
import type { Endpoints, RequestOf, ResponseOf } from '@tidewaiter/contract';
import type {
  API_CALLS,
  ApiCall,
  ApiCallName,
  DerivedCall,
  Meta,
  Plain,
  PlainQuestion,
} from '@tidewaiter/contract/api';
import type { CALLS } from './calls.js';

export type { Meta, PlainQuestion };

type Input<Schema> = Schema extends { _zod: { input: infer Value } } ? Value : never;
type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never;

/** The parameters that a path names. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

type Params<Name extends ApiCallName> = ParamsOf<(typeof CALLS)[Name][1]>;

/** Fields that name the caller, who is known by the key, and what screens send along. */
type NotAsked = 'user_id' | 'is_active' | 'created_by';

type DerivedRequest<Call> =
  Call extends DerivedCall<infer Wire> ? Omit<NonNullable<Plain<RequestOf<Endpoints[Wire]>>>, NotAsked> : never;

/** A call that asks for nothing takes any ids that its path names. */
type Named<Fields> = string extends keyof Fields ? unknown : Fields;

type Body<Name extends ApiCallName> = Named<
  (typeof API_CALLS)[Name] extends DerivedCall
    ? DerivedRequest<(typeof API_CALLS)[Name]>
    : Input<(typeof API_CALLS)[Name]['request']>
>;

/** What a call is asked with: the fields of its body, and the ids that its path names. */
export type RequestFor<Name extends ApiCallName> = Omit<Body<Name>, keyof Params<Name>> & Params<Name>;

/** What a call answers with. */
export type DataOf<Name extends ApiCallName> =
  (typeof API_CALLS)[Name] extends DerivedCall<infer Wire>
    ? Plain<ResponseOf<Endpoints[Wire]>>
    : Name extends 'quoteExport'
      ? Plain<ResponseOf<Endpoints['quoteExport']>>
      : Output<(typeof API_CALLS)[Name] extends ApiCall ? (typeof API_CALLS)[Name]['data'] : never>;

/** The answer to a call, and what is told beside it. */
export interface Answer<Data> {
  data: Data;
  meta: Meta;
}

export interface CallOptions {
  /** Abandons the call, and every wait for it. */
  signal?: AbortSignal | undefined;
}

export interface OnceOptions extends CallOptions {
  /** The same key is the same export, charged once; a new one without it. */
  idempotencyKey?: string | undefined;
}

type OptionsOf<Name extends ApiCallName> = Name extends 'startExport' ? OnceOptions : CallOptions;

/** The method of a call: it need not be asked with anything where the call asks for nothing. */
type Method<Name extends ApiCallName> =
  Record<string, never> extends RequestFor<Name>
    ? (request?: RequestFor<Name>, options?: OptionsOf<Name>) => Promise<Answer<DataOf<Name>>>
    : (request: RequestFor<Name>, options?: OptionsOf<Name>) => Promise<Answer<DataOf<Name>>>;

/** Calls that answer with JSON. */
export type JsonCall = Exclude<ApiCallName, 'exportFile'>;

export type Methods = { [Name in JsonCall]: Method<Name> };

export type TradeRecord = DataOf<'search'>['records'][number];
export type ExportMade = DataOf<'readExport'>;
