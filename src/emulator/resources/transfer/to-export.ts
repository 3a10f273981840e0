import { toHash } from '../../../kit/hash.ts';
import type { Choices } from '../../world/choices.ts';
import type { MethodItem } from '../catalog/catalog.ts';
import { listFields, toEndPoint, toTargetJson } from '../catalog/to-connector-json.ts';
import type { Template, TemplateStep } from '../templates/template.ts';
import type { TemplateSource } from '../templates/written-template.ts';
import { type ExportCodes, findCodes } from './export-codes.ts';

// Export file with the keys of SERVICE E.2 [P], which another console can import by names. Omits
// properties, webhook keys and credentials (SERVICE E.2 [D]).

/** Exports a template, or a cycle converted to one. */
export function toExport(template: Template, choices: Choices): unknown {
  const { settings } = template;
  const codes = findCodes(choices);
  const place = { template, choices, codes };
  return {
    Name: template.name,
    ...(choices.exportedDescription === 'present' ? { Description: template.description } : {}),
    Status: 1,
    VersionedCycle: { Published: template.isPublished, Tags: template.tags },
    Shareable: settings.shareable,
    ShareFields: [],
    ShareAllFields: false,
    RunOnce: false,
    LaunchRunOnce: false,
    CycleStepErrorAction: codes.errorAction[settings.stepErrorAction] ?? codes.errorAction.Ignore,
    MaxRetriesOnError: 0,
    CycleCollectionSplitType: codes.split[settings.collectionSplitType] ?? codes.split.None,
    LogStepDataRequests: settings.logStepDataRequests,
    Steps: template.steps.map((step) => toExportedStep(place, step)),
    Edges: template.steps.slice(1).map((step, index) => ({
      TailStep_Id: template.steps[index]?.id,
      HeadStep_Id: step.id,
      CycleEdgeType: codes.edge.forward,
    })),
    Variables: template.variables.map(({ name, value }, index) => ({
      Id: index + 1,
      Name: name,
      Value: value,
    })),
    CustomMethodReleases: [],
    // Encrypted in the real service; no import reads it.
    ExportedConnectors: [...new Set(template.steps.map(({ release }) => release))].map(
      ({ name, version }) =>
        toHash(`${name} ${version}`).repeat(choices.exportedConnectors === 'large' ? 4_096 : 1),
    ),
  };
}

interface ExportPlace {
  readonly template: Template;
  readonly choices: Choices;
  readonly codes: ExportCodes;
}

function toExportedStep(place: ExportPlace, step: TemplateStep): unknown {
  const { template, choices, codes } = place;
  const { method } = step;
  const { request, response } = listFields(method, choices);
  return {
    Id: step.id,
    Name: step.name,
    Description: step.description,
    ActionType: method.type === 'Webhook' ? codes.action.webhook : codes.action.standard,
    Method_Id: method.id,
    ContinueOnNullSource: false,
    ContinueOnNullResult: false,
    StepCollectionSplitType: codes.split.None,
    ActionData: '{}',
    Interval: null,
    AccountConnector: toExportedConnector(codes, step),
    AccountConnector_Id:
      step.accountConnectorId === undefined ? numberSlot(template, step) : step.accountConnectorId,
    Method: {
      Id: method.id,
      Name: method.name,
      MethodType: method.type,
      MethodUniqueIdentifier: method.uniqueIdentifier,
      EndPoint: toEndPoint(method),
      Parameters: method.parameters.map((item) => ({
        ...toExportedItem(item),
        ...toTargetJson(item),
      })),
      RequestFormat: { Fields: request.map(toExportedField) },
      ResponseFormat: { Fields: response.map(toExportedField) },
    },
    CycleParameters: method.parameters.flatMap((item) => {
      const source = step.parameters.get(item.key);
      return source === undefined || hasSecret(item, source)
        ? []
        : [{ ParameterId: item.id, ...toExportedSource(place, source) }];
    }),
    CycleFieldMappings: method.fields.flatMap((item) => {
      const source = step.fields.get(item.key);
      return source === undefined
        ? []
        : [{ Field: toExportedField(item), ...toExportedSource(place, source) }];
    }),
  };
}

/** True for a literal in a sensitive parameter, which is a credential. */
function hasSecret(item: MethodItem, source: TemplateSource): boolean {
  return item.isSensitive && source.kind === 'value';
}

function toExportedConnector(
  codes: ExportCodes,
  { release, connectorName, authentication }: TemplateStep,
): unknown {
  const [major, minor] = release.releaseVersion.split('.').map(Number);
  return {
    Name: connectorName,
    Connector: {
      Id: release.id,
      Name: release.name,
      Version: release.version,
      ReleaseVersionMajor: major,
      ReleaseVersionMinor: minor,
      Parameters: [],
    },
    ConnectorAuthentication: {
      AuthType: codes.authentication[authentication.type],
      OAuth2Type: codes.oauth2[authentication.oauth2Type] ?? codes.oauth2.Unknown,
      AuthoriseUrl: null,
      AccessTokenUrl: null,
    },
  };
}

/** Number of a slot within the template; not an id of an account. */
function numberSlot(template: Template, step: TemplateStep): number {
  const slots = [...new Set(template.steps.map(({ slot }) => slot))];
  return slots.indexOf(step.slot) + 1;
}

function toExportedItem(item: MethodItem): Readonly<Record<string, unknown>> {
  return {
    Id: item.id,
    Name: item.name,
    DataType: item.dataType,
    IsOptional: item.isOptional,
    TriggerName: item.lookup,
    Values: item.values,
  };
}

function toExportedField(item: MethodItem): unknown {
  return { ...toExportedItem(item), ConnectorField: item.key, Location: item.key };
}

function toExportedSource(
  { template, codes }: ExportPlace,
  source: TemplateSource,
): Readonly<Record<string, unknown>> {
  return {
    Value: toExportedValue(template, source),
    CycleEntityMappingType: codes.mapping[source.kind],
    IsLaunchVisible: source.isLaunchVisible,
    ...(source.kind === 'lookup' ? { TriggerValueDisplayName: source.label } : {}),
  };
}

/** `stepGuid,fieldId` for a source that is a step. */
function toExportedValue(template: Template, source: TemplateSource): string | null {
  switch (source.kind) {
    case 'step': {
      const step = template.steps[source.index];
      const field = step?.method.responseFields.find((item) => item.key === source.location);
      return `${step?.id},${field?.id}`;
    }
    case 'value':
    case 'lookup':
      return source.value;
    case 'variable':
      return source.variable;
    case 'option':
      return source.option;
    case 'ignore':
      return null;
  }
}
