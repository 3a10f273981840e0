import type { Outgoing } from '../../http/outbound-client.ts';
import type { Release } from '../../resources/catalog/catalog.ts';
import type { WorldApi } from '../../world/file/world.ts';
import { CallError } from '../answer/call-error.ts';
import type { MethodCall } from '../method-call.ts';
import type { Credential } from './credential.ts';
import { formatBody } from './format-body.ts';
import { formatList } from './location.ts';
import { formatBaseAddress, formatPath, makeQuery, readMergeFields } from './merge-fields.ts';

/** A request that is ready to send. */
export interface BuiltRequest {
  readonly request: Outgoing;
  /** Texts that must be masked. */
  readonly secrets: readonly string[];
}

/**
 * Request of a method: verb and path with merge fields, parameters by TargetType, fields by
 * Location, and the credential. Throws CallError if it cannot be built.
 */
export function makeCallRequest(
  call: MethodCall,
  {
    release,
    api,
    credential,
    resolve,
  }: {
    readonly release: Release;
    readonly api: WorldApi;
    readonly credential: Credential;
    readonly resolve: (address: string) => string;
  },
): BuiltRequest {
  const { method } = call;
  const endpoint = /^(\S+) (\/[^?]*)(?:\?(.*))?$/.exec(method.endpoint);
  if (endpoint === null) {
    throw new CallError('Failed to build the request', 'The method has no endpoint.');
  }
  const [, verb = '', path = '', query = ''] = endpoint;
  checkRequiredParameters(call);
  const merge = readMergeFields(release, call);
  const base = formatBaseAddress(resolve(api.baseUrl), call).replace(/\/$/, '');
  const url = new URL(`${base}${formatPath(path, method, merge)}`);
  for (const [name, value] of [
    ...makeQuery(query, merge),
    ...readParameters(call, ['QueryString']),
  ]) {
    url.searchParams.append(name, value);
  }
  const body = verb === 'GET' ? checkBody(call) : formatBody(call, api.format ?? 'json');
  const headers = {
    Accept: api.format === 'xml' ? 'application/xml' : 'application/json',
    ...Object.fromEntries(readParameters(call, ['HttpHeader'])),
    ...(body === null ? {} : { 'Content-Type': body.contentType }),
    ...placeCredential(api, credential, url),
  };
  return {
    request: { method: verb, url: url.href, headers, body: body?.text ?? null },
    secrets: [...listSecrets(release, call), ...listCredentialSecrets(credential)],
  };
}

/** Refuses a body for a GET; a world has no GET with fields, but a caller may send a body. */
function checkBody({ body = '' }: MethodCall): null {
  if (!['', '{}'].includes(body.replaceAll(/\s/g, ''))) {
    throw new CallError('Failed to build the request', 'The method sends a GET, without a body.');
  }
  return null;
}

/** Throws CallError for a required parameter without a value. */
export function checkRequiredParameters({ method, values }: MethodCall): void {
  const missing = method.parameters.find(
    (item) => !item.isOptional && formatList(values.get(item.id) ?? null) === '',
  );
  if (missing !== undefined) {
    throw new CallError('Required source is empty', `The parameter '${missing.key}' is required.`, {
      id: missing.id,
      name: missing.key,
    });
  }
}

/** Parameters of some targets that have a value, as name and text. */
export function readParameters(
  { method, values }: MethodCall,
  targets: readonly string[],
): readonly (readonly [string, string])[] {
  return method.parameters
    .filter((item) => targets.includes(item.target ?? ''))
    .map((item) => [item.key, formatList(values.get(item.id) ?? null)] as const)
    .filter(([, value]) => value !== '');
}

/** Headers of a credential; a query key is added to the query. */
function placeCredential(
  api: WorldApi,
  credential: Credential,
  url: URL,
): Readonly<Record<string, string>> {
  if (credential.kind === 'header') {
    return { Authorization: credential.value };
  }
  if (credential.kind === 'none') {
    return {};
  }
  const place = api.auth ?? { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  const value = `${place.prefix ?? ''}${credential.key}`;
  if (place.in === 'query') {
    url.searchParams.set(place.name, value);
    return {};
  }
  return { [place.name]: value };
}

function listCredentialSecrets(credential: Credential): readonly string[] {
  return credential.kind === 'none'
    ? []
    : credential.kind === 'key'
      ? [credential.key]
      : credential.secrets;
}

/** Values that the catalog calls sensitive. */
function listSecrets(
  release: Release,
  { installed, method, values }: MethodCall,
): readonly string[] {
  const sensitive = new Set(
    release.properties.filter((each) => each.isSensitive).map((each) => each.name),
  );
  return [
    ...installed.properties
      .filter(({ name }) => sensitive.has(name))
      .map(({ value }) => value ?? ''),
    ...method.parameters
      .filter((item) => item.isSensitive)
      .map((item) => formatList(values.get(item.id) ?? null)),
  ].filter((secret) => secret !== '');
}
