import type { Choices } from '../../world/choices.ts';
import type { ConnectorProperty, Method, MethodItem, Release } from './catalog.ts';

/** A transparent pixel: Icon is a data URI (SERVICE A.2 [T]), of a PNG. */
export const icon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=';

/** A connector as the catalogue shows it (SPEC 2.2; the rest SERVICE A.2 [T][D]). */
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
 * A method as the method lists and the steps show it: Type and MethodType say the same (SPEC 2.3, SERVICE B [D]).
 * Whether it lists custom fields of the connector (SERVICE A.3 [T]) is a choice.
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
 * An address without a verb, its merge fields in double braces; null of a webhook (SERVICE L [Q1]). The base address is
 * a merge field too, so that it is the same wherever the third party is.
 */
export function toEndPoint({ type, endpoint }: Method): string | null {
  if (type !== 'Action') {
    return type === 'Webhook' ? null : endpoint;
  }
  const path = endpoint.replace(/^[A-Z]+ /, '');
  return `{{BaseUrl}}${path.replaceAll(/\{?\{([^{}]+)\}\}?/g, '{{$1}}')}`;
}

/** The two lists of a method; where a webhook has what it delivers is a choice (SERVICE L [Q1]). */
export function listFields(
  { type, fields, responseFields }: Method,
  { webhookFields }: Choices,
): { readonly request: readonly MethodItem[]; readonly response: readonly MethodItem[] } {
  return type === 'Webhook' && webhookFields !== 'response'
    ? { request: responseFields, response: [] }
    : { request: fields, response: responseFields };
}

/** Where the value of a parameter goes, in lists and in exports (SPEC 2.3, SERVICE A.2 [T]). */
export function toTargetJson({ key, target, isSensitive }: MethodItem): object {
  return { TargetName: key, TargetType: target, IsSensitive: isSensitive };
}

/** What parameters and fields have in common, in lists and in mappings (SERVICE A.6 [D]). */
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
