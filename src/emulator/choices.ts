// What no source settles about the service is a switch here: the number is the one of SERVICE.md,
// section I. The client must work with every value, so tests run against more than the default.

interface ChoiceRow {
  readonly key: string;
  /** Number of the open question in SERVICE.md, section I; null where only a default is unknown. */
  readonly number: number | null;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  /** What the switch decides, in one sentence. */
  readonly decides: string;
}

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
  {
    key: 'freshInstallation',
    number: null,
    allowed: ['template', 'never', 'always'],
    default: 'template',
    decides: 'Whether the template decides that an install brings connectors of its own.',
  },
  {
    key: 'installedRelease',
    number: null,
    allowed: ['kept', 'latest'],
    default: 'kept',
    decides:
      'Whether an installed connector without OAuth keeps its release when a newer one is promoted, or moves to that.',
  },
  {
    key: 'upgradedTags',
    number: null,
    allowed: ['kept', "the template's"],
    default: 'kept',
    decides: 'Whether an upgrade to a new release of the template leaves the tags of a cycle.',
  },
  {
    key: 'importedTemplate',
    number: 5,
    allowed: ['live', 'draft'],
    default: 'live',
    decides:
      'Whether an imported template can be installed at once, if its file says that it is published, or waits for a promotion in the console.',
  },
  {
    key: 'importedConnectors',
    number: 5,
    allowed: ['existing', 'new'],
    default: 'existing',
    decides:
      'Whether an imported cycle uses the connectors of its account, of the same name or else the oldest of the kind, or brings connectors of its own.',
  },
  {
    key: 'scheduleReadable',
    number: 1,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'Whether a cycle read shows StartTime, Interval and RunOnce of its last activation.',
  },
  {
    key: 'firstRunDate',
    number: null,
    allowed: ['now', '1970'],
    default: 'now',
    decides: 'What LastSuccessfulRunDate means in a cycle that never had a successful run.',
  },
  {
    key: 'webhookOfPausedCycle',
    number: null,
    allowed: [404, 200],
    default: 404,
    decides:
      'The status of what is posted to the webhook of a cycle that is not active; nothing runs in either case.',
  },
  {
    key: 'webhookRejectedStatus',
    number: null,
    allowed: [200, 400],
    default: 200,
    decides: 'The status of the answer "Rejected by script".',
  },
  {
    key: 'webhookUrlReadable',
    number: null,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'Whether a step that is a webhook tells its address as WebhookUrl.',
  },
  {
    key: 'activateUnmet',
    number: 24,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Whether activating with unmet prerequisites is a 400.',
  },
  {
    key: 'activateActive',
    number: 24,
    allowed: ['replaces', 'refused'],
    default: 'replaces',
    decides: 'Whether activating an active cycle replaces its schedule or is a 409.',
  },
  {
    key: 'intervalNotListed',
    number: 24,
    allowed: ['refused', 'stored'],
    default: 'refused',
    decides: 'Whether an interval that is not on the list is a 400.',
  },
  {
    key: 'deletedCycles',
    number: 4,
    allowed: ['listed', 'hidden'],
    default: 'listed',
    decides: 'Whether a deleted cycle stays in the list as DeleteScheduled.',
  },
  {
    key: 'cycleDeleteWhileRunning',
    number: 4,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Whether deleting a running cycle is a 409.',
  },
  {
    key: 'mappingEditWhileRunning',
    number: 23,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Whether editing a mapping of a running cycle is a 409.',
  },
  {
    key: 'stepRebinding',
    number: null,
    allowed: ['works', 'ignored', 'refused'],
    default: 'works',
    decides:
      'Whether PUT of a step with AccountConnector changes its connector, changes nothing, or is a 400.',
  },
  {
    key: 'wrongIdType',
    number: null,
    allowed: [400, 404],
    default: 400,
    decides: 'The status where the id of a parameter is used as a field, or the other way round.',
  },
  {
    key: 'variableMappingValue',
    number: 21,
    allowed: ['system name', 'display name'],
    default: 'system name',
    decides: 'Which name of the variable the Value of a Variable mapping reads as; both are taken.',
  },
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
