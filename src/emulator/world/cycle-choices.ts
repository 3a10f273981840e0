import type { ChoiceRow } from './choice-row.ts';

/** Open questions about templates, cycles, their steps and mappings. */
export const cycleChoices = [
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
    key: 'webhookFields',
    number: 19,
    allowed: ['request', 'response', 'not in steps'],
    default: 'request',
    decides:
      'Whether what a webhook delivers stands in RequestFields of its method or in ResponseFields; or in the first, and in neither where a step shows its method.',
  },
  {
    key: 'customFields',
    number: 19,
    allowed: ['in fieldsformapping', 'in methods'],
    default: 'in fieldsformapping',
    decides:
      'Whether custom fields that a step gives are listed by fieldsformapping of later steps alone, or by its method too, in steps and lists.',
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
    key: 'missingMappings',
    number: null,
    allowed: ['steps', 'fields'],
    default: 'steps',
    decides:
      'Whether the prerequisites of a cycle name the step that lacks mappings, or each of its parameters and fields.',
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
    key: 'unmappedField',
    number: 22,
    allowed: ['Ignore', 'null'],
    default: 'Ignore',
    decides: 'What MappingType says of a field that was never mapped.',
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
    key: 'mappingOrder',
    number: 9,
    allowed: ['display', 'shuffled'],
    default: 'display',
    decides:
      'Whether parameters and field mappings of a step come by DisplayOrder where no orderBy is asked for, or shuffled by the seed.',
  },
  {
    key: 'variableMappingValue',
    number: 21,
    allowed: ['system name', 'display name'],
    default: 'system name',
    decides: 'Which name of the variable the Value of a Variable mapping reads as; both are taken.',
  },
] as const satisfies readonly ChoiceRow[];
