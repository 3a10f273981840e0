import { Refusal } from '../http/reply.ts';
import type { Method, MethodItem, Release } from '../resources/catalog/catalog.ts';
import type { CallValue, MethodCall, NamedItem } from './method-call.ts';
import { isRecord } from './request/location.ts';

/** Values of a call, from its request. */
export type AskedCall = Pick<MethodCall, 'values' | 'mergeFields' | 'body'>;

/** Naming of parameters and fields in a request. */
interface Naming {
  readonly find: (items: readonly MethodItem[], key: string) => MethodItem | undefined;
  readonly findProperty: (release: Release, key: string) => string | undefined;
}

const byId: Naming = {
  find: (items, key) => items.find((each) => String(each.id) === key),
  findProperty: (release, key) => release.properties.find((each) => String(each.id) === key)?.name,
};

const byName: Naming = {
  find: (items, key) => items.find((each) => each.key === key),
  findProperty: (release, key) => release.properties.find((each) => each.name === key)?.name,
};

/** Parameters, Fields and Mergefields by numeric id (SPEC 4.1); a wrong id is a 400 (SERVICE A.3 [T]). */
export function readCallById(json: unknown, release: Release, method: Method): AskedCall {
  return {
    values: new Map([
      ...readItems(json, 'Parameters', { items: method.parameters, naming: byId }),
      ...readItems(json, 'Fields', { items: method.fields, naming: byId }),
      ...readMergeParameters(json, method, byId),
    ]),
    mergeFields: readMergeProperties(json, release, { method, naming: byId }),
  };
}

/** RequestBody, and Parameters and Mergefields by TargetName (SPEC 4.1). */
export function readCallByName(json: unknown, release: Release, method: Method): AskedCall {
  const body = readName(json, 'RequestBody');
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw makeCallRefusal('RequestBody is escaped JSON or XML, a text.');
  }
  return {
    values: new Map([
      ...readItems(json, 'Parameters', { items: method.parameters, naming: byName }),
      ...readMergeParameters(json, method, byName),
    ]),
    mergeFields: readMergeProperties(json, release, { method, naming: byName }),
    ...(typeof body === 'string' ? { body } : {}),
  };
}

/** A 400 of a method call: Message, ParameterId, TargetName (SPEC 2.8). */
export function makeCallRefusal(message: string, item: NamedItem | null = null): Refusal {
  return new Refusal(400, message, {
    Message: message,
    ParameterId: item?.id ?? null,
    TargetName: item?.name ?? null,
  });
}

function readItems(
  json: unknown,
  part: 'Parameters' | 'Fields',
  { items, naming }: { readonly items: readonly MethodItem[]; readonly naming: Naming },
): readonly (readonly [number, CallValue])[] {
  return readEntries(json, part).map(([key, value]) => {
    const item = naming.find(items, key);
    if (item === undefined) {
      throw makeCallRefusal(`There is nothing in the ${part} of the method that matches '${key}'.`);
    }
    return [item.id, value] as const;
  });
}

function listMergeParameters(method: Method): readonly MethodItem[] {
  return method.parameters.filter((each) => each.target === 'MergeField');
}

function readMergeParameters(
  json: unknown,
  method: Method,
  naming: Naming,
): readonly (readonly [number, CallValue])[] {
  return readEntries(json, 'Mergefields').flatMap(([key, value]) => {
    const item = naming.find(listMergeParameters(method), key);
    return item === undefined ? [] : [[item.id, value] as const];
  });
}

function readMergeProperties(
  json: unknown,
  release: Release,
  { method, naming }: { readonly method: Method; readonly naming: Naming },
): Readonly<Record<string, string>> {
  const own = readEntries(json, 'Mergefields').filter(
    ([key]) => naming.find(listMergeParameters(method), key) === undefined,
  );
  return Object.fromEntries(
    own.map(([key, value]) => {
      const name = naming.findProperty(release, key);
      if (name === undefined) {
        throw makeCallRefusal(`There is no mergefield that matches '${key}'.`);
      }
      return [name, value];
    }),
  );
}

/** Entries by name or id; null values and non-objects give none (SERVICE C [T]). */
function readEntries(json: unknown, part: string): readonly (readonly [string, string])[] {
  const given = readName(json, part);
  const entries = isRecord(given) ? Object.entries(given) : [];
  return entries.flatMap(([key, value]) => {
    if (value === null) {
      return [];
    }
    if (typeof value === 'object') {
      throw makeCallRefusal(`The value of '${key}' in ${part} is no text.`);
    }
    return [[key, String(value)] as const];
  });
}

/** Value by name in any case; the last of several. */
function readName(json: unknown, name: string): unknown {
  const entries = isRecord(json) ? Object.entries(json) : [];
  return entries.findLast(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}
