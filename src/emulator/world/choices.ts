import type { ChoiceRow } from './choice-row.ts';
import { cycleChoices } from './cycle-choices.ts';

// Choices for facts that no source documents, by their number in SERVICE.md, section I. The client
// must work with every value, so tests run with more than the default.

export const choiceTable = [
  {
    key: 'accountIds',
    number: 20,
    allowed: ['external', 'guid'],
    default: 'external',
    decides:
      'Id that an account answers with: the one it was created with, or a GUID; the path of a GUID also takes the external id.',
  },
  {
    key: 'retentionMaximumHours',
    number: null,
    allowed: [744, 168],
    default: 744,
    decides: 'Retention hours above which the service silently lowers a value.',
  },
  {
    key: 'invalidTimezone',
    number: 12,
    allowed: ['refused', 'stored'],
    default: 'refused',
    decides: 'A time zone that IANA does not know: 400, or stored without a check.',
  },
  {
    key: 'auditInfoUpdate',
    number: null,
    allowed: ['written', 'not cleared', 'ignored'],
    default: 'written',
    decides:
      'AuditInfo and TaskAuditInfo in an update of an account: written, written unless null, or ignored.',
  },
  {
    key: 'accountDeleteWithRunningCycles',
    number: 26,
    allowed: ['refused', 'cascades'],
    default: 'refused',
    decides: 'Deletion of an account with active cycles: 409, or the cycles are deleted too.',
  },
  {
    key: 'unknownAccountHeader',
    number: 11,
    allowed: [401, 403, 404],
    default: 401,
    decides: 'Status when the account header names no account.',
  },
  {
    key: 'tokenScopeMismatch',
    number: 11,
    allowed: [403, 401],
    default: 403,
    decides: 'Status when a token for one account is used elsewhere.',
  },
  {
    key: 'defaultPageSize',
    number: 9,
    allowed: [100, 25],
    default: 100,
    decides: 'Items on a page when the request names no pageSize.',
  },
  {
    key: 'maximumPageSize',
    number: 9,
    allowed: [1000, 100],
    default: 1000,
    decides: 'Largest pageSize; the service silently lowers a larger one.',
  },
  {
    key: 'totalPagesHeader',
    number: 9,
    allowed: ['sent', 'absent'],
    default: 'sent',
    decides: 'Lists have the header Total-Pages, or not.',
  },
  {
    key: 'catalogueNeedsAccount',
    number: 27,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'The catalog without the account header: answered, or 401.',
  },
  {
    key: 'catalogueLists',
    number: 20,
    allowed: ['releases', 'latest'],
    default: 'releases',
    decides: 'The catalog lists every release of a connector, or only the latest.',
  },
  {
    key: 'installWithoutName',
    number: null,
    allowed: ['named', 'refused'],
    default: 'named',
    decides: 'An install without a name: it takes the name of the connector, or 400.',
  },
  {
    key: 'authValueOnRead',
    number: 13,
    allowed: ['clear', 'masked', 'absent'],
    default: 'clear',
    decides: 'AuthValue in a read of an installed connector.',
  },
  {
    key: 'sensitivePropertyOnRead',
    number: 13,
    allowed: ['clear', 'masked'],
    default: 'clear',
    decides: 'The value of a sensitive property: in clear, or as asterisks.',
  },
  {
    key: 'consentRefused',
    number: null,
    allowed: ['shown', 'returned'],
    default: 'shown',
    decides:
      'A sign-in that a person refuses ends on a page of the service, or back at targetOrigin.',
  },
  {
    key: 'refreshExpiryCycles',
    number: 14,
    allowed: ['kept', 'stopped'],
    default: 'kept',
    decides: 'Cycles stay active when the refresh token of one of their connectors ends, or stop.',
  },
  {
    key: 'bodyCallRestricted',
    number: null,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'Calls of a method by name come from any address, or only from the allow list.',
  },
  {
    key: 'unknownCustomCategory',
    number: 16,
    allowed: ['refused', 'ignored'],
    default: 'refused',
    decides:
      'A call with a CustomCategoryId that its connector does not have: 400, or a call without one.',
  },
  {
    key: 'testAnswer',
    number: 16,
    allowed: ['third party', 'flag'],
    default: 'third party',
    decides: 'The answer of a method test: that of the third party, or {Success: true}.',
  },
  {
    key: 'thirdPartyError',
    number: null,
    allowed: [400, 502, 'passed on'],
    default: 400,
    decides:
      'Status of a method call whose third party answered with an error; passed on: the same status.',
  },
  {
    key: 'connectorDeleteInUse',
    number: 26,
    allowed: ['running refused', 'used refused', 'allowed'],
    default: 'running refused',
    decides:
      'Deletion of an installed connector: 409 while a cycle that uses it runs, 409 while any cycle uses it, or allowed.',
  },
  ...cycleChoices,
] as const satisfies readonly ChoiceRow[];

type Row = (typeof choiceTable)[number];

/** One value for each open question about the service. */
export type Choices = { readonly [R in Row as R['key']]: R['allowed'][number] };

/** The defaults, overridden by `wanted`. Throws RangeError for an unknown key or value. */
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
