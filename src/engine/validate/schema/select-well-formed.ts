import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { listMistakes, type Mistake } from './list-mistakes.ts';
import type { ManifestKind } from './schemas.ts';

/**
 * Returns the well-formed part of a value, so that the rules can check it despite other mistakes.
 * Null if too little is left.
 */
export function selectWellFormed(
  kind: ManifestKind,
  { value, mistakes }: { readonly value: unknown; readonly mistakes: readonly Mistake[] },
): unknown {
  const rest = { document: JSON.parse(JSON.stringify(value)) as unknown };
  let left = mistakes.filter((mistake) => !isNeedless(mistake));
  while (left.length > 0 && rest.document !== null) {
    for (const mistake of left) removeAt(rest, toRemove(mistake));
    left = listMistakes(kind, rest.document).filter((mistake) => !isNeedless(mistake));
  }
  return isMap(readPointer(rest.document, '/spec')) ? rest.document : null;
}

/** Pointer to remove: of an unknown key, or of a wrong value. */
function toRemove(mistake: Mistake): string {
  if (mistake.kind === 'no-form') return mistake.pointer;
  const { propertyName, params } = mistake.error;
  const name: unknown = params.additionalProperty ?? propertyName;
  return name === undefined ? mistake.pointer : toEntryPointer(mistake.pointer, String(name));
}

/** A missing key hides nothing else, because no rule relies on a required key. */
function isNeedless(mistake: Mistake): boolean {
  return mistake.kind === 'keyword' && mistake.error.keyword === 'required';
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function removeAt(rest: { document: unknown }, pointer: string): void {
  const name = parsePointer(pointer).at(-1);
  if (name === undefined) {
    rest.document = null;
    return;
  }
  const parent = readPointer(rest.document, pointer.slice(0, pointer.lastIndexOf('/')));
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, name);
}
