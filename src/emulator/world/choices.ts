import type { ChoiceRow } from './choice-row.ts';
import { cycleChoices } from './cycle-choices.ts';

// What no source settles about the service is a switch here: the number is the one of SERVICE.md,
// section I. The client must work with every value, so tests run against more than the default.

export const choiceTable = [
  {
    key: 'accountIds',
    number: 20,
    allowed: ['external', 'guid'],
    default: 'external',
    decides:
      'Whether an account answers with the Id it was created with, or with a GUID while its path also takes the external id.',
  },
  {
    key: 'retentionMaximumHours',
    number: null,
    allowed: [744, 168],
    default: 744,
    decides: 'The retention hours above which the service silently lowers a value.',
  },
  {
    key: 'invalidTimezone',
    number: 12,
    allowed: ['refused', 'stored'],
    default: 'refused',
    decides: 'Whether a time zone that IANA does not know is a 400 or is stored as it is.',
  },
  {
    key: 'accountDeleteWithRunningCycles',
    number: 26,
    allowed: ['refused', 'cascades'],
    default: 'refused',
    decides: 'Whether deleting an account with active cycles is a 409 or takes them along.',
  },
  {
    key: 'unknownAccountHeader',
    number: 11,
    allowed: [401, 403, 404],
    default: 401,
    decides: 'The status where the account header names no account.',
  },
  {
    key: 'tokenScopeMismatch',
    number: 11,
    allowed: [403, 401],
    default: 403,
    decides: 'The status where a token for one account is used elsewhere.',
  },
  {
    key: 'defaultPageSize',
    number: 9,
    allowed: [100, 25],
    default: 100,
    decides: 'Items on a page where the request names no pageSize.',
  },
  {
    key: 'maximumPageSize',
    number: 9,
    allowed: [1000, 100],
    default: 1000,
    decides: 'The pageSize above which the service silently lowers it.',
  },
  {
    key: 'totalPagesHeader',
    number: 9,
    allowed: ['sent', 'absent'],
    default: 'sent',
    decides: 'Whether lists carry the header Total-Pages.',
  },
  {
    key: 'catalogueNeedsAccount',
    number: 27,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'Whether the catalogue is a 401 without the account header.',
  },
  {
    key: 'catalogueLists',
    number: 20,
    allowed: ['releases', 'latest'],
    default: 'releases',
    decides: 'Whether the catalogue lists every release of a connector or the latest alone.',
  },
  {
    key: 'installWithoutName',
    number: null,
    allowed: ['named', 'refused'],
    default: 'named',
    decides: 'Whether an install without a name takes the name of the connector or is a 400.',
  },
  {
    key: 'authValueOnRead',
    number: 13,
    allowed: ['clear', 'masked', 'absent'],
    default: 'clear',
    decides: 'What a read of an installed connector says of its AuthValue.',
  },
  {
    key: 'sensitivePropertyOnRead',
    number: 13,
    allowed: ['clear', 'masked'],
    default: 'clear',
    decides: 'Whether the value of a sensitive property is shown as asterisks.',
  },
  {
    key: 'consentRefused',
    number: null,
    allowed: ['shown', 'returned'],
    default: 'shown',
    decides:
      'Whether a sign-in that a person refuses ends on a page of the service or back at targetOrigin.',
  },
  {
    key: 'refreshExpiryCycles',
    number: 14,
    allowed: ['kept', 'stopped'],
    default: 'kept',
    decides:
      'Whether cycles stay active when the refresh token of a connector of theirs ends, or are stopped.',
  },
  {
    key: 'bodyCallRestricted',
    number: null,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'Whether calling a method by name, too, is only for addresses on the allow list.',
  },
  {
    key: 'unknownCustomCategory',
    number: 16,
    allowed: ['refused', 'ignored'],
    default: 'refused',
    decides:
      'Whether a call with a CustomCategoryId that its connector does not have is a 400 or a call without one.',
  },
  {
    key: 'testAnswer',
    number: 16,
    allowed: ['third party', 'flag'],
    default: 'third party',
    decides: 'Whether testing a method answers what the third party said or {Success: true}.',
  },
  {
    key: 'thirdPartyError',
    number: null,
    allowed: [400, 502, 'passed on'],
    default: 400,
    decides:
      'The status of a method call whose third party answered an error; passed on: the status that it answered.',
  },
  {
    key: 'connectorDeleteInUse',
    number: 26,
    allowed: ['running refused', 'used refused', 'allowed'],
    default: 'running refused',
    decides:
      'Whether deleting an installed connector is a 409 while a cycle that uses it runs, while any cycle uses it, or never.',
  },
  ...cycleChoices,
] as const satisfies readonly ChoiceRow[];

type Row = (typeof choiceTable)[number];

/** One value for each open question about the service. */
export type Choices = { readonly [R in Row as R['key']]: R['allowed'][number] };

/** The defaults with `wanted` on top. A key or value that the table lacks is an error. */
export function makeChoices(wanted: Partial<Choices> = {}): Choices {
  const rows: readonly ChoiceRow[] = choiceTable;
  for (const [key, value] of Object.entries(wanted)) {
    const row = rows.find((candidate) => candidate.key === key);
    if (row === undefined) {
      throw new RangeError(
        `There is no choice '${key}'. Choices are ${rows.map((each) => each.key).join(', ')}.`,
      );
    }
    if (value !== undefined && !row.allowed.includes(value)) {
      throw new RangeError(`Choice '${key}' is one of ${row.allowed.join(', ')}, not ${value}.`);
    }
  }
  const defaults = Object.fromEntries(rows.map((row) => [row.key, row.default]));
  return { ...defaults, ...wanted } as Choices;
}
