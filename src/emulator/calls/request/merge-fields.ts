import type { Method, Release } from '../../resources/catalog/catalog.ts';
import { CallError } from '../answer/call-error.ts';
import type { MethodCall } from '../method-call.ts';
import { formatList } from './location.ts';

// Merge fields are values in the address of a method, encoded for their place so that none can
// change the host or leave the API's path.

/** The values for merge fields by name: parameters of that target, then properties. */
export function readMergeFields(release: Release, call: MethodCall): ReadonlyMap<string, string> {
  const { installed, method, values, mergeFields = {} } = call;
  checkNotSensitive(release, mergeFields);
  const properties = installed.properties.map(({ name, value }) => [name, value ?? ''] as const);
  const parameters = method.parameters
    .filter((item) => item.target === 'MergeField')
    .map((item) => [item.key, formatList(values.get(item.id) ?? null)] as const);
  return new Map([...properties, ...Object.entries(mergeFields), ...parameters]);
}

/** Refuses sensitive parameters of a connector as merge fields of a caller (SPEC 5). */
function checkNotSensitive(release: Release, mergeFields: Readonly<Record<string, string>>): void {
  const sensitive = release.properties.find(
    (each) => each.isSensitive && Object.hasOwn(mergeFields, each.name),
  );
  if (sensitive !== undefined) {
    throw new CallError(
      'Failed to build the request',
      `'${sensitive.name}' is sensitive and cannot be a mergefield.`,
      { id: sensitive.id, name: sensitive.name },
    );
  }
}

/** Base address with `{{NAME}}` replaced by properties of the installed connector alone. */
export function formatBaseAddress(address: string, call: MethodCall): string {
  const [, origin = '', path = ''] = /^([a-z]+:\/\/[^/]*)(.*)$/is.exec(address) ?? [];
  const find = (name: string) =>
    call.installed.properties.find((each) => each.name === name)?.value ?? '';
  return [
    // A host takes only the characters of a host name.
    formatTemplate(origin, /\{\{([^{}]+)\}\}/g, (name) => {
      const value = find(name);
      if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
        throw new CallError(
          'Failed to build the request',
          `The property '${name}' is no name of a host.`,
        );
      }
      return value;
    }),
    formatTemplate(path, /\{\{([^{}]+)\}\}/g, (name) => toSegment(name, find(name))),
  ].join('');
}

/** Path of an endpoint with every `{NAME}` replaced; an empty value counts as missing. */
export function formatPath(
  path: string,
  method: Method,
  merge: ReadonlyMap<string, string>,
): string {
  return formatTemplate(path, /\{\{?([^{}]+)\}?\}/g, (name) => {
    const value = merge.get(name) ?? '';
    if (value === '') {
      const item = method.parameters.find((each) => each.key === name);
      throw new CallError(
        'Required source is empty',
        `The mergefield '${name}' is missing.`,
        item === undefined ? null : { id: item.id, name },
      );
    }
    return toSegment(name, value);
  });
}

/** Query of an endpoint, without parameters whose merge field is empty. */
export function makeQuery(query: string, merge: ReadonlyMap<string, string>): URLSearchParams {
  const filled = [...new URLSearchParams(query)].map(([name, text]) => {
    const value = formatTemplate(text, /\{\{?([^{}]+)\}?\}/g, (key) => merge.get(key) ?? '');
    return [name, value] as [string, string];
  });
  return new URLSearchParams(filled.filter(([, value]) => value !== ''));
}

/** Value as one path segment; refuses dots because they would climb. */
function toSegment(name: string, value: string): string {
  if (/^\.{1,2}$/.test(value)) {
    throw new CallError(
      'Failed to build the request',
      `The mergefield '${name}' would change the path.`,
    );
  }
  return encodeURIComponent(value);
}

function formatTemplate(text: string, pattern: RegExp, find: (name: string) => string): string {
  return text.replaceAll(pattern, (_, name: string) => find(name.trim()));
}
