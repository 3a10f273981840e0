import type { ChoiceRow } from './choice-row.ts';

/** Open questions about templates, cycles, their steps and mappings. */
export const cycleChoices = [
  {
    key: 'freshInstallation',
    number: null,
    allowed: ['template', 'never', 'always'],
    default: 'template',
    decides: 'An install brings its own connectors: as the template says, never, or always.',
  },
  {
    key: 'installedRelease',
    number: null,
    allowed: ['kept', 'latest'],
    default: 'kept',
    decides:
      'An installed connector without OAuth keeps its release when a newer one is promoted, or moves to the newer one.',
  },
  {
    key: 'upgradedTags',
    number: null,
    allowed: ['kept', "the template's"],
    default: 'kept',
    decides:
      'Tags of a cycle after an upgrade to a new release of its template: its own, or those of the template.',
  },
  {
    key: 'importedTemplate',
    number: 5,
    allowed: ['live', 'draft'],
    default: 'live',
    decides:
      'An imported template whose file says that it is published: installable at once, or a draft until a promotion in the console.',
  },
  {
    key: 'importedConnectors',
    number: 5,
    allowed: ['existing', 'new'],
    default: 'existing',
    decides:
      'An imported cycle uses the connectors of its account (the same name, else the oldest of the kind), or brings its own.',
  },
  {
    key: 'cycleExport',
    number: 5,
    allowed: ['offered', 403, 404, 405],
    default: 'offered',
    decides: 'GET /cycles/{id}/export is offered, or each one has this status.',
  },
  {
    key: 'exportedValues',
    number: 5,
    allowed: ['own', "the template's"],
    default: 'own',
    decides:
      'Mappings and values of variables in the export of a cycle: its own, or those of the template that it was made from.',
  },
  {
    key: 'exportedSlot',
    number: 5,
    allowed: ['numbered', 'installed', 'connector'],
    default: 'numbered',
    decides:
      'AccountConnector.Name and AccountConnector_Id of a step in the export of a cycle: the name of the installed connector and a number within the file, its name and its id, or the name of the connector and a number.',
  },
  {
    key: 'exportedConnectors',
    number: 5,
    allowed: ['short', 'large'],
    default: 'short',
    decides:
      'Opaque texts of ExportedConnectors, one for each connector: 64 characters, or 256 KiB.',
  },
  {
    key: 'exportedDescription',
    number: 5,
    allowed: ['present', 'absent'],
    default: 'present',
    decides: 'An export has the Description of its cycle or template, or no such member.',
  },
  {
    key: 'exportNumbers',
    number: 5,
    allowed: ['assumed', 'other', 'shifted'],
    default: 'assumed',
    decides:
      'Numbers in exports and imports, such as CycleEntityMappingType: as assumed, ten more, or one more, so that each has the meaning of its neighbor.',
  },
  {
    key: 'scheduleReadable',
    number: 1,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'A cycle read shows StartTime, Interval and RunOnce of its last activation, or not.',
  },
  {
    key: 'firstRunDate',
    number: null,
    allowed: ['now', '1970'],
    default: 'now',
    decides: 'LastSuccessfulRunDate of a cycle that never had a successful run.',
  },
  {
    key: 'webhookFields',
    number: 19,
    allowed: ['request', 'response', 'not in steps'],
    default: 'request',
    decides:
      'Fields that a webhook delivers: in RequestFields of its method, in ResponseFields, or in RequestFields but not where a step shows its method.',
  },
  {
    key: 'customFields',
    number: 19,
    allowed: ['in fieldsformapping', 'in methods'],
    default: 'in fieldsformapping',
    decides:
      'Custom fields that a step gives: listed only by fieldsformapping of later steps, or also by its method in steps and lists.',
  },
  {
    key: 'webhookOfPausedCycle',
    number: null,
    allowed: [404, 200],
    default: 404,
    decides:
      'Status of a POST to the webhook of a cycle that is not active; nothing runs in either case.',
  },
  {
    key: 'webhookRejectedStatus',
    number: null,
    allowed: [200, 400],
    default: 200,
    decides: 'Status of the answer "Rejected by script".',
  },
  {
    key: 'webhookUrlReadable',
    number: null,
    allowed: ['no', 'yes'],
    default: 'no',
    decides: 'A webhook step shows its address as WebhookUrl, or not.',
  },
  {
    key: 'missingMappings',
    number: null,
    allowed: ['steps', 'fields'],
    default: 'steps',
    decides:
      'Prerequisites of a cycle name the step that lacks mappings, or each of its parameters and fields.',
  },
  {
    key: 'activateUnmet',
    number: 24,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Activation with unmet prerequisites: 400, or allowed.',
  },
  {
    key: 'activateActive',
    number: 24,
    allowed: ['replaces', 'refused'],
    default: 'replaces',
    decides: 'Activation of an active cycle: it replaces the schedule, or 409.',
  },
  {
    key: 'intervalNotListed',
    number: 24,
    allowed: ['refused', 'stored'],
    default: 'refused',
    decides: 'An interval that is not on the list: 400, or stored.',
  },
  {
    key: 'deletedCycles',
    number: 4,
    allowed: ['listed', 'hidden'],
    default: 'listed',
    decides: 'A deleted cycle stays in the list as DeleteScheduled, or not.',
  },
  {
    key: 'cycleDeleteWhileRunning',
    number: 4,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Deletion of a running cycle: 409, or allowed.',
  },
  {
    key: 'mappingEditWhileRunning',
    number: 23,
    allowed: ['refused', 'allowed'],
    default: 'refused',
    decides: 'Edit of a mapping of a running cycle: 409, or allowed.',
  },
  {
    key: 'unmappedField',
    number: 22,
    allowed: ['Ignore', 'null'],
    default: 'Ignore',
    decides: 'MappingType of a field that was never mapped.',
  },
  {
    key: 'stepRebinding',
    number: null,
    allowed: ['works', 'ignored', 'refused'],
    default: 'works',
    decides:
      'PUT of a step with AccountConnector: it changes the connector, changes nothing, or 400.',
  },
  {
    key: 'wrongIdType',
    number: null,
    allowed: [400, 404],
    default: 400,
    decides: 'Status when the id of a parameter is used as a field, or the reverse.',
  },
  {
    key: 'mappingOrder',
    number: 9,
    allowed: ['display', 'shuffled'],
    default: 'display',
    decides:
      'Order of the parameters and field mappings of a step without orderBy: by DisplayOrder, or shuffled by the seed.',
  },
  {
    key: 'variableMappingValue',
    number: 21,
    allowed: ['system name', 'display name'],
    default: 'system name',
    decides:
      'Name of the variable in the Value of a Variable mapping that is read; a write takes both.',
  },
] as const satisfies readonly ChoiceRow[];
