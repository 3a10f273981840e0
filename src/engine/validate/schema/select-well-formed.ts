import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { listMistakes, type Mistake } from './list-mistakes.ts';
import type { ManifestKind } from './schemas.ts';

/**
 * The part of a value that is well-formed, so that the rules can judge it although something else
 * is wrong in the same document. Null when too little is left to be a document.
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

/** What has to go: a key that means nothing, or a wrong value. */
function toRemove(mistake: Mistake): string {
  if (mistake.kind === 'no-form') return mistake.pointer;
  const { propertyName, params } = mistake.error;
  const name: unknown = params.additionalProperty ?? propertyName;
  return name === undefined ? mistake.pointer : toEntryPointer(mistake.pointer, String(name));
}

/** No rule relies on a key that must be there, so that one which lacks hides nothing beside it. */
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
