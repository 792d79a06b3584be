/**
 * The plain form of the contract, in which programs speak: every name and constant in lower case with underscores, whatever SPEC 7 calls it
 * on the wire. It is derived from the definitions of the calls, so that neither can say what the other does not.
 */
import { z } from 'zod';

/** Names that say in the plain form what is meant. */
const BETTER_NAMES: Readonly<Record<string, string>> = {
  pageNumber: 'page',
  numberOfRecords: 'limit',
  userWorkspaceId: 'saved_search_id',
};

/** A name in the plain form: `topRows` and `TOP_ROWS` are `top_rows`. */
export function plainName(name: string): string {
  const isConstant = !/\p{Ll}/u.test(name);
  const spaced = isConstant ? name : name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_');
  return BETTER_NAMES[name] ?? spaced.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase();
}

/** A schema in the plain form, and how its values are brought to the form of the wire and back. */
export interface PlainForm {
  schema: z.ZodType;
  toWire(value: unknown): unknown;
  toPlain(value: unknown): unknown;
  /** A path of a wire value, as the plain one has it. */
  path(wire: readonly PropertyKey[]): PropertyKey[];
}

/** Schemas whose plain form is not theirs with other names. */
export type SpecialForms = ReadonlyMap<z.core.$ZodType, PlainForm>;

const same = (value: unknown) => value;
export const asItIs = (schema: z.ZodType): PlainForm => ({
  schema,
  toWire: same,
  toPlain: same,
  path: (wire) => [...wire],
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function described(schema: z.ZodType, original: z.ZodType): z.ZodType {
  return original.description === undefined ? schema : schema.describe(original.description);
}

/** Other names for some texts; a text that has none is left for the schema to refuse. */
function renamed(names: ReadonlyMap<string, string>): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? (names.get(value) ?? value) : value);
}

function ofEnum(schema: z.ZodEnum): PlainForm {
  const values = schema.options.map(String);
  const names = new Map(values.map((value) => [value, plainName(value)]));
  const back = new Map([...names].map(([value, name]) => [name, value]));
  const plain = z.enum([...back.keys()] as [string, ...string[]]);
  return { schema: plain, toWire: renamed(back), toPlain: renamed(names), path: (wire) => [...wire] };
}

function ofObject(schema: z.ZodObject, special: SpecialForms): PlainForm {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([wire, field]) => {
    const form = plainForm(field, special);
    // A question is what `query` is called where it is one.
    const name = special.has(inner(field)) ? 'question' : plainName(wire);
    return { wire, name, form };
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byWire = new Map(fields.map((field) => [field.wire, field]));
  const shape = Object.fromEntries(fields.map(({ name, form }) => [name, form.schema]));
  const isStrict = schema.def.catchall instanceof z.ZodNever;
  return {
    schema: isStrict ? z.strictObject(shape) : z.object(shape),
    toWire: (value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, one]) => {
              const field = byName.get(name);
              return field ? [[field.wire, field.form.toWire(one)]] : [];
            }),
          )
        : value,
    toPlain: (value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([wire, one]) => {
              const field = byWire.get(wire);
              return field && one !== undefined ? [[field.name, field.form.toPlain(one)]] : [];
            }),
          )
        : value,
    path: ([first, ...rest]) => {
      const field = byWire.get(String(first));
      if (first === undefined) return [];
      return field ? [field.name, ...field.form.path(rest)] : [first, ...rest];
    },
  };
}

function ofArray(schema: z.ZodArray, special: SpecialForms): PlainForm {
  const item = plainForm(schema.element as z.ZodType, special);
  const each = (of: (value: unknown) => unknown) => (value: unknown) => (Array.isArray(value) ? value.map(of) : value);
  return {
    // Its checks are made on the wire's form.
    schema: z.array(item.schema),
    toWire: each(item.toWire),
    toPlain: each(item.toPlain),
    path: ([index, ...rest]) => (index === undefined ? [] : [index, ...item.path(rest)]),
  };
}

function ofRecord(schema: z.ZodRecord, special: SpecialForms): PlainForm {
  const key = plainForm(schema.keyType as z.ZodType, special);
  const value = plainForm(schema.valueType as z.ZodType, special);
  const entries = (side: 'toWire' | 'toPlain') => (given: unknown) =>
    isObject(given)
      ? Object.fromEntries(Object.entries(given).map(([name, one]) => [key[side](name), value[side](one)]))
      : given;
  // One that has an entry for each constant is an object of these fields.
  const names = key.schema instanceof z.ZodEnum ? key.schema.options.map(String) : undefined;
  return {
    schema: names
      ? z.object(Object.fromEntries(names.map((name) => [name, value.schema])))
      : z.record(key.schema as z.ZodType<string>, value.schema),
    toWire: entries('toWire'),
    toPlain: entries('toPlain'),
    path: (wire) => [...wire],
  };
}

/** Of several forms, each value is brought to that which takes it: only constants have other names, and those are told apart. */
function ofUnion(schema: z.ZodUnion, special: SpecialForms): PlainForm {
  const forms = schema.options.map((option) => plainForm(option as z.ZodType, special));
  const [first, ...others] = forms.map((form) => form.schema);
  if (!first) return asItIs(schema);
  return {
    schema: z.union([first, ...others]),
    toWire: (value) => (forms.find((form) => form.schema.safeParse(value).success) ?? asItIs(schema)).toWire(value),
    toPlain: (value) => {
      const at = schema.options.findIndex((option) => z.safeParse(option, value).success);
      return (forms[at] ?? asItIs(schema)).toPlain(value);
    },
    path: (wire) => [...wire],
  };
}

/** The schema of the values themselves, without what may stand in their place and what becomes of them. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap());
  return schema;
}

/** The plain form of a schema of the contract. */
export function plainForm(schema: z.ZodType, special: SpecialForms = new Map()): PlainForm {
  const form = special.get(schema) ?? undescribed(schema, special);
  return { ...form, schema: described(form.schema, schema) };
}

function undescribed(schema: z.ZodType, special: SpecialForms): PlainForm {
  const wrap = (of: z.core.$ZodType, around: (plain: z.ZodType) => z.ZodType): PlainForm => {
    const form = plainForm(of as z.ZodType, special);
    return { ...form, schema: around(form.schema) };
  };
  if (schema instanceof z.ZodOptional) return wrap(schema.unwrap(), (plain) => plain.optional());
  if (schema instanceof z.ZodNullable) return wrap(schema.unwrap(), (plain) => plain.nullable());
  if (schema instanceof z.ZodDefault) {
    const form = plainForm(schema.unwrap() as z.ZodType, special);
    return { ...form, schema: form.schema.default(form.toPlain(schema.def.defaultValue)) };
  }
  if (schema instanceof z.ZodEnum) return ofEnum(schema);
  if (schema instanceof z.ZodObject) return ofObject(schema, special);
  if (schema instanceof z.ZodArray) return ofArray(schema, special);
  if (schema instanceof z.ZodRecord) return ofRecord(schema, special);
  if (schema instanceof z.ZodUnion) return ofUnion(schema, special);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return plainForm(schema.in, special);
  return asItIs(schema);
}
