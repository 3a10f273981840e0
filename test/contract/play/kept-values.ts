// Ids are made by the service, so that samples keep them by a name and write `{name}` for them.

/** Values that were kept, by name. */
export type Kept = Readonly<Record<string, unknown>>;

/** Text and everything inside of a value, with kept values put in. Doubled braces stay. */
export function putIn(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') {
    const name = /^\{([a-z]\w*)\}$/.exec(value)?.[1];
    return name === undefined ? putInText(value, kept) : readKept(kept, name);
  }
  if (Array.isArray(value)) {
    return value.map((item) => putIn(item, kept));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [putInText(key, kept), putIn(item, kept)]),
    );
  }
  return value;
}

/** A text with kept values put in. */
export function putInText(text: string, kept: Kept): string {
  return text.replaceAll(/(?<!\{)\{([a-z]\w*)\}(?!\})/g, (_, name: string) =>
    String(readKept(kept, name)),
  );
}

/**
 * Value at a path such as `Method.Parameters[TargetName=since].Id`: names, numbers in brackets, and
 * list items by a value.
 */
export function readPlace(body: unknown, place: string): unknown {
  let value = body;
  for (const [, key, wanted, index, name] of place.matchAll(
    /\[([^\]=]+)=([^\]]*)\]|\[(\d+)\]|([^.[\]]+)/g,
  )) {
    value = readSegment(value, { key, wanted, name: index ?? name });
  }
  if (value === undefined || value === null) {
    throw new Error(`Nothing stands at ${place} of ${JSON.stringify(body)}.`);
  }
  return value;
}

interface Segment {
  readonly key: string | undefined;
  readonly wanted: string | undefined;
  readonly name: string | undefined;
}

function readSegment(value: unknown, { key, wanted, name }: Segment): unknown {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if (key !== undefined) {
    return Object.values(value).find((item) => String(item?.[key]) === wanted);
  }
  return name === undefined ? undefined : Reflect.get(value, name);
}

function readKept(kept: Kept, name: string): unknown {
  if (!(name in kept)) {
    throw new Error(`Nothing was kept as '${name}'.`);
  }
  return kept[name];
}
