import { toPointer } from '../../../kit/json-pointer.ts';
import { writeNearest } from '../../../kit/nearest.ts';
import { isOfObject } from '../../../model/ignored.ts';
import type { WrittenAccount } from '../../../model/manifest.generated.ts';
import { listCovered, listPatterns, readPattern } from '../../../model/ownership.ts';
import type { Rule } from './rule.ts';

/** What an account says to leave as it is for a time is one field, or one object that is gone, by its address. */
export const knownIgnores: Rule<WrittenAccount> = (document, environments) =>
  Object.entries(document.written.spec.ignore ?? {}).flatMap(([text, { in: among = [] }]) => {
    const root = ['spec', 'ignore', text];
    const report = (summary: string, remedy: string) => ({
      code: 'ignore' as const,
      severity: 'error' as const,
      summary,
      at: document.keySpanOf(toPointer(root)),
      remedy,
    });
    const unknown = among.filter((name) => environments !== null && !environments.has(name));
    return [
      ...(isPlace(text)
        ? []
        : [
            report(
              `${text} is no path of one field or object beneath the account`,
              `${writeNearest(text, listPatterns()) ?? ''} Write an address as cyclectl drift prints it, without the account.`,
            ),
          ]),
      ...unknown.map((name) =>
        report(
          `The project has no environment ${name}`,
          `Environments of cyclectl.yaml: ${[...(environments?.keys() ?? [])].join(', ')}.`,
        ),
      ),
    ];
  });

function isPlace(text: string): boolean {
  const path = readPattern(text);
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
