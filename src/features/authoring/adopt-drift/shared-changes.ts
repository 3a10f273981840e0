import type { CommandContext } from '../../../app/context.ts';
import type { IntoPlace } from '../../../app/options/option-values.ts';
import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import { formatSpan } from '../../../model/source-span.ts';
import type {
  Choice,
  Destination,
  SharedChange,
  UnsharedChange,
} from '../../fleet/rows/make-shared-edits.ts';
import type { AdoptedValue } from './drift-adoption.ts';

/** A choice, and the options that stand for the answers of a person. */
type AskedChoice = Choice & {
  readonly listAnswers: () => readonly string[];
  /** Reports options for one change that there was not, because they may be mistyped. */
  readonly reportUnused: () => readonly Diagnostic[];
};

/** Makes the choice of where shared changes go: by the option, else by a person, once each. */
export function makeChoice(
  { terminal: { ask } }: CommandContext,
  into: readonly IntoPlace[] = [],
): AskedChoice {
  const answers = new Map<string, { place: Destination; path: string } | null>();
  const used = new Set<IntoPlace>();
  return {
    said: ({ paths }) => {
      const named = into.find(({ path }) => path === null || paths.some((own) => own === path));
      if (named === undefined) return null;
      used.add(named);
      return named.place;
    },
    ask: async (change) => {
      const [path = ''] = change.paths;
      const question = `${formatChange(change)}. Where does it go?`;
      const known = answers.get(question);
      if (known !== undefined) return known?.place ?? null;
      const shared = `Into ${formatPlace(change.from)}, for all of them`;
      const [word] =
        (await ask.choose({
          question,
          options: [
            { value: 'shared', label: shared },
            { value: 'rows', label: 'Into the row or the override of each' },
          ],
        })) ?? [];
      const place = word === 'rows' || word === 'shared' ? word : null;
      answers.set(question, place === null ? null : { place, path });
      return place;
    },
    listAnswers: () => {
      const given = [...answers.values()].flatMap((each) => (each === null ? [] : [each]));
      // An option names no layer: one for a path with two answers would give both the first.
      const isClear = ({ path, place }: (typeof given)[number]) =>
        given.every((each) => each.path !== path || each.place === place);
      const words = given.filter(isClear).map(({ place, path }) => `${place}=${path}`);
      return [...new Set(words)].flatMap((word) => ['--into', word]);
    },
    reportUnused: () =>
      into
        .filter((each) => each.path !== null && !used.has(each))
        .map(({ place, path }) =>
          reportError('wrong-usage', {
            summary: `--into ${place}=${path}: no change of a blueprint or a segment has this path`,
            remedy: 'Remove it, or write a path as the question or the report shows it.',
          }),
        ),
  };
}

/** Reports a change that belongs to one account each or to all, which was not said. */
export function reportOpen(change: SharedChange): Diagnostic {
  const { from } = change;
  return reportError('value-of-all', {
    summary: formatChange(change),
    at: from.at,
    remedy: `To write it for all of them, into ${formatPlace(from)}, pass --into shared. To write it into the row or override of each, pass --into rows.`,
  });
}

/** Reports a change that was to go to its shared place and went to the rows. */
export function reportUnshared(change: UnsharedChange): Diagnostic {
  const { from, others, accounts } = change;
  const lost =
    others.length > 0 ? formatAccounts(others) : `other values of ${formatAccounts(accounts)}`;
  return reportWarning('value-not-shared', {
    summary: `${formatPaths(change)} was written for ${formatAccounts(accounts)} alone, because ${formatLayer(from)} would also change ${lost}`,
    at: from.at,
  });
}

/** Formats the layer and the place that have a value. */
export function formatPlace(place: NonNullable<AdoptedValue['into']>): string {
  return `${formatLayer(place)}, ${formatSpan(place.at)}`;
}

/** Formats accounts: their number, and the first of them. */
export function formatAccounts(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map(formatName).join(', ');
  const [first = ''] = names;
  if (names.length === 1) return formatName(first);
  const more = names.length > maxNamed ? `, … +${names.length - maxNamed}` : '';
  return `${count(names.length, 'account')} (${named}${more})`;
}

/** Most accounts that are named. */
const maxNamed = 3;

function formatChange(change: SharedChange): string {
  const { from, value, accounts } = change;
  const values = `${formatValue(from.value)} → ${formatValue(value)}`;
  return `${formatPaths(change)} changed in the service in all accounts that have it from ${formatLayer(from)}: ${values} in ${formatAccounts(accounts)}`;
}

function formatPaths({ paths }: SharedChange): string {
  return paths.map(formatName).join(', ');
}

/** Formats a layer; the default of an input is a line of its blueprint. */
export function formatLayer({ layer, name }: Pick<SharedChange['from'], 'layer' | 'name'>): string {
  return `${layer === 'default' ? 'blueprint' : layer} ${formatName(name)}`;
}

function formatValue(value: unknown): string {
  return toShortText(JSON.stringify(value), mostValue);
}

const mostValue = 60;
