import { toPointer } from '../../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../../kit/text/nearest.ts';
import { type FieldPath, toFieldPath } from '../../../../model/address.ts';
import { isOfObject } from '../../../../model/desired/scope/ignored.ts';
import {
  listCovered,
  listPatterns,
  parsePattern,
  selectCovered,
} from '../../../../model/desired/scope/ownership.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../../model/manifest/manifest-document.ts';
import { comparedPaths } from '../../../../model/observed/members.ts';
import { checkEntryName } from '../../names/check-entry-name.ts';
import type { Rule } from '../rule.ts';

/**
 * Requires that each `ignore` line is the address of one field or object of the manifest, because
 * nothing else can drift.
 */
export const checkIgnores: Rule<WrittenAccount> = (document, environments) =>
  Object.entries(document.written.spec.ignore ?? {}).flatMap(([text, { in: among = [] }]) => {
    const wrong = isFieldPath(text)
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

/** Explains why a text is not the path of one field or object, and suggests the nearest. */
function describeForm(
  text: string,
  document: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } {
  const [, ...within] = parsePattern(text);
  const own = toFieldPath(...within);
  if (isFieldPath(own)) {
    return {
      summary: `${text} starts with the account; the path within it is ${own}`,
      remedy: `Write ${own}, the address as cyclectl drift prints it, without the account.`,
    };
  }
  const all = listFieldPaths(document);
  if (parsePattern(text).includes('*')) {
    const [example] = all.filter((path) => isLike(text, path));
    const such = example === undefined ? '' : `, such as ${example}`;
    return {
      summary: `${text} matches several fields; each line ignores one`,
      remedy: `Write a line for each${such}. ${addressing} For fields that Git never owns, use ownership.`,
    };
  }
  const like = all.filter((path) => path.endsWith(`/${text}`));
  const nearest = formatNearest(text, like.length > 0 ? like : all) ?? '';
  return {
    summary: `${text} is not the path of a field or object of the account`,
    remedy: `${nearest} ${addressing}`,
  };
}

// A missing template leaves its cycles as they are. A file is in Git, so the service cannot lose
// it.
function describeOrigin(
  text: string,
  { written: { spec } }: ManifestDocument<WrittenAccount>,
): { readonly summary: string; readonly remedy: string } | null {
  const [section, key = '', ...within] = parsePattern(text);
  const path = toFieldPath(...within);
  if (section !== 'cycles' || (path !== 'from/template' && path !== 'from/file')) return null;
  const from = spec.cycles?.[key]?.from ?? {};
  if (path === 'from/template' && 'template' in from) return null;
  return {
    summary: `${text} cannot be ignored: a change of its structure replaces the cycle`,
    remedy: `Remove the line. ${'file' in from ? `${key} is made from a file, which is in Git` : `For ${key}, cycles/${key}/from/template can be ignored while the service does not have the template`}.`,
  };
}

// Paths of all fields that the account can have, with its own keys, without fields whose names are
// free.
function listFieldPaths({ written }: ManifestDocument<WrittenAccount>): readonly FieldPath[] {
  const paths = listPatterns().flatMap((pattern) => {
    const [section = '', star, ...rest] = parsePattern(pattern);
    if ((section !== 'connectors' && section !== 'cycles') || star !== '*')
      return [toFieldPath(...parsePattern(pattern))];
    return Object.keys(written.spec[section] ?? {}).map((key) =>
      toFieldPath(section, key, ...rest),
    );
  });
  return [...new Set(paths)].filter(isFieldPath);
}

function isLike(pattern: string, path: FieldPath): boolean {
  const names = parsePattern(path);
  const wanted = parsePattern(pattern);
  return (
    wanted.length === names.length &&
    wanted.every((name, index) => name === '*' || name === names[index])
  );
}

function isFieldPath(text: string): boolean {
  const path = parsePattern(text);
  if (path.includes('*') || path.includes('')) return false;
  const rows = [...listCovered(path), ...selectCovered(path, comparedPaths)];
  return isOfObject({ path }) || rows.some((row) => isWhole(path, row));
}

// True for the path of one field, not of a section with several.
function isWhole(
  path: readonly string[],
  { kind, path: row }: (typeof comparedPaths)[number],
): boolean {
  const depth = kind === 'account' ? 0 : 2;
  return path.length === depth + row.split('/').length;
}
