import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import { type FieldPath, toFieldPath } from '../../../../model/address.ts';
import { isOfObject } from '../../../../model/desired/scope/ignored.ts';
import {
  listCovered,
  listPatterns,
  parsePattern,
} from '../../../../model/desired/scope/ownership.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest.ts';
import { checkEntryName } from '../../names/check-entry-name.ts';
import type { Rule } from '../rule.ts';

/**
 * What an account says to leave as it is for a time is one field, or one object that is gone, by its address. Only what
 * its manifest has can drift.
 */
export const knownIgnores: Rule<WrittenAccount> = (document, environments) =>
  Object.entries(document.written.spec.ignore ?? {}).flatMap(([text, { in: among = [] }]) => {
    const wrong = isPlace(text)
      ? (checkEntryName(text, document) ?? describeOrigin(text, document))
      : describeForm(text, document);
    const unknown = among.filter((name) => environments !== null && !environments.has(name));
    return [
      ...(wrong === null ? [] : [wrong]),
      ...unknown.map((name) => ({
        summary: `The project has no environment ${name}`,
        remedy: `Environments of cyclectl.yaml: ${[...(environments?.keys() ?? [])].join(', ')}.`,
      })),
    ].map((mistake) => ({
      code: 'ignore' as const,
      severity: 'error' as const,
      at: document.keySpanOf(toPointer(['spec', 'ignore', text])),
      ...mistake,
    }));
  });

const addressing = 'Write an address as cyclectl drift prints it, without the account.';

/** Why a text is no path of one field or object, and what was meant in all likelihood. */
function describeForm(
  text: string,
  document: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } {
  const [, ...within] = parsePattern(text);
  const own = toFieldPath(...within);
  if (isPlace(own)) {
    return {
      summary: `${text} is no path beneath the account, and ${own} is one`,
      remedy: `Write ${own}: the address as cyclectl drift prints it, without the account.`,
    };
  }
  const all = listPlaces(document);
  if (parsePattern(text).includes('*')) {
    const [example] = all.filter((place) => isLike(text, place));
    const such = example === undefined ? '' : `, such as ${example}`;
    return {
      summary: `${text} is about several, and what is ignored is one`,
      remedy: `Write a line for each${such}. ${addressing} What is never Git's belongs under ownership.`,
    };
  }
  const like = all.filter((place) => place.endsWith(`/${text}`));
  const nearest = formatNearest(text, like.length > 0 ? like : all) ?? '';
  return {
    summary: `${text} is no path of one field or object beneath the account`,
    remedy: `${nearest} ${addressing}`,
  };
}

// A template that is gone leaves its cycles as they are. Of a file nothing in the service can be gone.
function describeOrigin(
  text: string,
  { written: { spec } }: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } | null {
  const [room, key = '', ...within] = parsePattern(text);
  const path = toFieldPath(...within);
  if (room !== 'cycles' || (path !== 'from/template' && path !== 'from/file')) return null;
  const from = spec.cycles?.[key]?.from ?? {};
  if (path === 'from/template' && 'template' in from) return null;
  return {
    summary: `${text} is not ignored: for another structure another cycle is made in the place of this one`,
    remedy: `Take the line out. ${'file' in from ? `${key} is made from a file, which stands in Git` : `Of what ${key} is made from, cycles/${key}/from/template can be ignored while the service does not have it`}.`,
  };
}

// The paths of all fields that the account can have, with its own keys; none where a name would have to be invented.
function listPlaces({ written }: ManifestDocument<WrittenAccount>): readonly FieldPath[] {
  const places = listPatterns().flatMap((pattern) => {
    const [room = '', star, ...rest] = parsePattern(pattern);
    if ((room !== 'connectors' && room !== 'cycles') || star !== '*')
      return [toFieldPath(...parsePattern(pattern))];
    return Object.keys(written.spec[room] ?? {}).map((key) => toFieldPath(room, key, ...rest));
  });
  return [...new Set(places)].filter(isPlace);
}

function isLike(pattern: string, place: FieldPath): boolean {
  const names = parsePattern(place);
  const wished = parsePattern(pattern);
  return (
    wished.length === names.length &&
    wished.every((name, index) => name === '*' || name === names[index])
  );
}

function isPlace(text: string): boolean {
  const path = parsePattern(text);
  if (path.includes('*') || path.includes('')) return false;
  return isOfObject({ path }) || listCovered(path).some((row) => isWhole(path, row));
}

// A path that is one field of its object, and no room of several.
function isWhole(
  path: readonly string[],
  { kind, path: row }: ReturnType<typeof listCovered>[number],
): boolean {
  const depth = kind === 'account' ? 0 : 2;
  return path.length === depth + row.split('/').length;
}
