import type { Choices } from '../../world/choices.ts';
import type { ConnectorProperty, Method, MethodItem, Release } from './catalog.ts';

/** A transparent PNG pixel: Icon is a data URI (SERVICE A.2 [T]). */
export const icon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=';

/** A connector as the catalog returns it (SPEC 2.2; the rest SERVICE A.2 [T][D]). */
export function toReleaseJson(release: Release): unknown {
  const main = release.defaultAuthentication;
  return {
    Id: release.id,
    Name: release.name,
    Description: release.description,
    Status: 'Approved',
    Version: release.version,
    ReleaseVersion: release.releaseVersion,
    ReleaseStatus: release.isDraft ? 'Draft' : 'Live',
    Icon: icon,
    AuthDescription: main.description,
    AuthType: main.type,
    OAuth2Type: main.oauth2Type,
    AuthScheme: main.scheme,
    Authentication: release.authentication.map((each) => ({
      Id: each.id,
      AuthName: each.name,
      AuthDescription: each.description,
      AuthType: each.type,
      OAuth2Type: each.oauth2Type,
      AuthScheme: each.scheme,
      IsDefault: each.id === main.id,
    })),
    Categories: release.categories,
    Parameters: release.properties.map(toPropertyJson),
    Triggers: [],
    IsPartnerIntegrationConnector: release.isNative,
    IsSystemConnector: false,
  };
}

function toPropertyJson(property: ConnectorProperty): unknown {
  return {
    Id: property.id,
    Name: property.name,
    Description: property.description,
    TargetType: 'MergeField',
    TargetName: property.name,
    IsAccountConnectorProperty: property.isAccountLevel,
    IsSensitive: property.isSensitive,
    IsOptional: property.isOptional,
    DataType: property.dataType,
    TriggerName: null,
    Values: property.values,
  };
}

/**
 * A method in lists and steps, with equal Type and MethodType (SPEC 2.3, SERVICE B [D]). A choice
 * decides if it lists custom fields (SERVICE A.3 [T]).
 */
export function toMethodJson(method: Method, choices: Choices): unknown {
  const { responseFields } = method;
  const shown =
    choices.customFields === 'in methods'
      ? method
      : { ...method, responseFields: responseFields.filter(({ isCustom }) => !isCustom) };
  const { request, response } = listFields(shown, choices);
  return {
    Id: method.id,
    Name: method.name,
    Description: method.description,
    Category: method.category,
    MethodType: method.type,
    Type: method.type,
    EndPoint: toEndPoint(method),
    MethodUniqueIdentifier: method.uniqueIdentifier,
    Warning: null,
    CreateWebhookMethod: null,
    DeleteWebhookMethod: null,
    Parameters: method.parameters.map((item) => ({
      ...toListedJson(item),
      ...toTargetJson(item),
    })),
    RequestFields: request.map((item) => ({ ...toListedJson(item), Location: item.key })),
    ResponseFields: response.map((item) => ({
      ...toListedJson(item),
      IsOptional: false,
      Location: item.key,
    })),
  };
}

/** Triggers are null in lists of methods (SERVICE L [Q1]). */
function toListedJson(item: MethodItem): object {
  return { ...toItemJson(item), Triggers: null };
}

/**
 * Address without verb, with merge fields in double braces; null for a webhook (SERVICE L [Q1]).
 * The base address is a merge field too, so that it does not depend on the third party's location.
 */
export function toEndPoint({ type, endpoint }: Method): string | null {
  if (type !== 'Action') {
    return type === 'Webhook' ? null : endpoint;
  }
  const path = endpoint.replace(/^[A-Z]+ /, '');
  return `{{BaseUrl}}${path.replaceAll(/\{?\{([^{}]+)\}\}?/g, '{{$1}}')}`;
}

/** The two field lists of a method; a choice decides which one a webhook uses (SERVICE L [Q1]). */
export function listFields(
  { type, fields, responseFields }: Method,
  { webhookFields }: Choices,
): { readonly request: readonly MethodItem[]; readonly response: readonly MethodItem[] } {
  return type === 'Webhook' && webhookFields !== 'response'
    ? { request: responseFields, response: [] }
    : { request: fields, response: responseFields };
}

/** Target of a parameter, in lists and exports (SPEC 2.3, SERVICE A.2 [T]). */
export function toTargetJson({ key, target, isSensitive }: MethodItem): object {
  return { TargetName: key, TargetType: target, IsSensitive: isSensitive };
}

/** Common part of parameters and fields, in lists and mappings (SERVICE A.6 [D]). */
export function toItemJson(item: MethodItem): Readonly<Record<string, unknown>> {
  return {
    Id: item.id,
    Name: item.name,
    Description: null,
    IsOptional: item.isOptional,
    DataType: item.dataType,
    TriggerName: item.lookup,
    Values: item.values,
  };
}
