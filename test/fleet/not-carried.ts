import type { Difference } from './portrait/compare-portraits.ts';
import type { Facts, Portrait } from './portrait/portrait.ts';

/** Something that no manifest carries from one service to another, as the documents say. */
type NotCarried = {
  readonly what: string;
  /** True for this difference; `before` is the original account. */
  readonly isIt: (difference: Difference, before: Facts) => boolean;
};

/** Accepted differences of a service that was rebuilt from files. */
const notCarried: readonly NotCarried[] = [
  { what: 'whose sub account an account is', isIt: at(/^parent$/) },
  {
    what: 'where an error webhook went that is off',
    isIt: ({ path }, before) =>
      /^errorWebhook\/(url|warnings)$/.test(path) && before.get('errorWebhook/enabled') === 'false',
  },
  // A manifest can have custom categories, and nothing in the service shows them.
  { what: 'custom categories', isIt: at(/^connectors\/.*\/categories\//s) },
  {
    what: 'tokens of a consent',
    isIt: ({ path }, before) => /\(OAuth/.test(readType(path, before) ?? ''),
  },
  {
    what: 'which of several authentication types was chosen',
    isIt: ({ path }, before) =>
      path.endsWith('/authentication') || readType(path, before) === '"Nothing (None)"',
  },
  { what: 'cycles in the recycle bin', isIt: at(/^deleted\//) },
  { what: 'addresses of webhooks', isIt: at(/^cycles\/.*\/webhook$/s) },
  { what: 'whether a cycle has run', isIt: at(/^cycles\/.*\/hasRun$/s) },
  {
    what: 'how a paused cycle ran before',
    isIt: ({ path }, before) =>
      path.endsWith('/schedule') && before.get(path.replace(/schedule$/, 'state')) === '"Paused"',
  },
];

/** The differences that nothing explains, and how often each of the others was met. */
export function explainDifferences(
  differences: readonly Difference[],
  before: Portrait,
): { readonly unexplained: readonly Difference[]; readonly met: ReadonlyMap<string, number> } {
  const met = new Map(notCarried.map(({ what }) => [what, 0]));
  const unexplained = differences.filter((difference) => {
    const facts = before.get(difference.account) ?? new Map();
    const found = notCarried.find(({ isIt }) => isIt(difference, facts));
    if (found !== undefined) met.set(found.what, (met.get(found.what) ?? 0) + 1);
    return found === undefined;
  });
  return { unexplained, met };
}

function at(path: RegExp): NotCarried['isIt'] {
  return (difference) => path.test(difference.path);
}

/** The authentication type that a connector had, where a path is that of its credential. */
function readType(path: string, before: Facts): string | null {
  if (!/^connectors\/.*\/auth$/s.test(path)) return null;
  return before.get(`${path}entication`) ?? null;
}
