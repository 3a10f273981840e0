import { hashText } from '../../kit/hash.ts';
import type { MethodItem } from '../catalogue/catalogue.ts';
import type { Template, TemplateSource, TemplateStep } from './template.ts';

// The export of a template, with the keys of SERVICE E.2 [P]. The numbers for action types,
// mapping types and authentication are the unverified ones noted there; names carry what matters.

const actionType = { standard: 1, webhook: 5 } as const;
const mappingType = { dynamic: 0, static: 1 } as const;
const authTypes: Readonly<Record<string, number>> = { ApiKey: 1, Basic: 2, OAuth2: 4, OAuth1: 5 };
const oauth2Types: Readonly<Record<string, number>> = {
  AuthorisationCode: 1,
  ClientCredentials: 2,
};

/** The template as a file that another console could import. */
export function exportTemplate(template: Template): unknown {
  return {
    Name: template.name,
    Description: template.description,
    Status: 1,
    VersionedCycle: { Published: template.isPublished, Tags: template.tags },
    Shareable: false,
    ShareFields: [],
    ShareAllFields: false,
    RunOnce: false,
    LaunchRunOnce: false,
    CycleStepErrorAction: 0,
    MaxRetriesOnError: 0,
    CycleCollectionSplitType: 0,
    LogStepDataRequests: false,
    Steps: template.steps.map((step) => exportStep(template, step)),
    Edges: template.steps.slice(1).map((step, index) => ({
      TailStep_Id: template.steps[index]?.id,
      HeadStep_Id: step.id,
      CycleEdgeType: 0,
    })),
    Variables: template.variables.map(({ name, value }, index) => ({
      Id: index + 1,
      Name: name,
      Value: value,
    })),
    CustomMethodReleases: [],
    // Encrypted and opaque in the real thing; nothing reads it.
    ExportedConnectors: [hashText(template.id)],
  };
}

function exportStep(template: Template, step: TemplateStep): unknown {
  const { method } = step;
  return {
    Id: step.id,
    Name: step.name,
    Description: step.description,
    ActionType: method.type === 'Webhook' ? actionType.webhook : actionType.standard,
    Method_Id: method.id,
    ContinueOnNullSource: false,
    ContinueOnNullResult: false,
    StepCollectionSplitType: 0,
    ActionData: '{}',
    Interval: null,
    AccountConnector: exportConnector(step),
    AccountConnector_Id: slotId(template, step),
    Method: {
      Id: method.id,
      Name: method.name,
      MethodType: method.type,
      MethodUniqueIdentifier: method.uniqueIdentifier,
      EndPoint: method.endpoint,
      Parameters: method.parameters.map((item) => ({
        ...exportItem(item),
        TargetName: item.key,
        TargetType: item.target,
        IsSensitive: item.isSensitive,
      })),
      RequestFormat: { Fields: method.fields.map(exportField) },
      ResponseFormat: { Fields: method.responseFields.map(exportField) },
    },
    CycleParameters: method.parameters.flatMap((item) => {
      const source = step.parameters.get(item.key);
      return source === undefined
        ? []
        : [{ ParameterId: item.id, ...exportSource(template, source) }];
    }),
    CycleFieldMappings: method.fields.flatMap((item) => {
      const source = step.fields.get(item.key);
      return source === undefined
        ? []
        : [{ Field: exportField(item), ...exportSource(template, source) }];
    }),
  };
}

function exportConnector({ release, slot }: TemplateStep): unknown {
  const { type, oauth2Type } = release.defaultAuthentication;
  const [major, minor] = release.releaseVersion.split('.').map(Number);
  return {
    Name: slot,
    Connector: {
      Id: release.id,
      Name: release.name,
      Version: release.version,
      ReleaseVersionMajor: major,
      ReleaseVersionMinor: minor,
      Parameters: [],
    },
    ConnectorAuthentication: {
      AuthType: authTypes[type] ?? 0,
      OAuth2Type: oauth2Types[oauth2Type] ?? 0,
      AuthoriseUrl: null,
      AccessTokenUrl: null,
    },
  };
}

/** Tells the slots of a template apart; it is no id of any account. */
function slotId(template: Template, step: TemplateStep): number {
  const slots = [...new Set(template.steps.map(({ slot }) => slot))];
  return slots.indexOf(step.slot) + 1;
}

function exportItem(item: MethodItem): Readonly<Record<string, unknown>> {
  return {
    Id: item.id,
    Name: item.name,
    DataType: item.dataType,
    IsOptional: item.isOptional,
    TriggerName: item.lookup,
    Values: item.values,
  };
}

function exportField(item: MethodItem): unknown {
  return { ...exportItem(item), ConnectorField: item.key, Location: item.key };
}

function exportSource(
  template: Template,
  source: TemplateSource,
): Readonly<Record<string, unknown>> {
  const isDynamic = source.kind === 'step';
  return {
    Value: exportValue(template, source),
    CycleEntityMappingType: isDynamic ? mappingType.dynamic : mappingType.static,
    IsLaunchVisible: false,
  };
}

/** `stepGuid,fieldId` where the source is a step. */
function exportValue(template: Template, source: TemplateSource): string | null {
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
