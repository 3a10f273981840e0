import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { type ConnectorMethod, isMergeField } from '../../../model/live/method.ts';
import type { CallValues, MethodCall } from '../../../model/live/method-call.ts';
import type { CheckParameter, DesiredCheck } from '../../../model/manifest/check.ts';
import { classifyMethodName } from './find-method.ts';

/**
 * Binds a check to a call: by names, without a body. Merge fields are among the parameters, as in
 * steps of a cycle; the catalog distinguishes them.
 */
export function bindCheck(
  check: DesiredCheck,
  to: {
    readonly account: RemoteId;
    readonly connector: RemoteId;
    readonly method: ConnectorMethod;
  },
): { readonly call: MethodCall } | { readonly refused: readonly Diagnostic[] } {
  const { account, connector, method } = to;
  const diagnostics = check.parameters.flatMap((parameter) => checkParameter(parameter, method));
  if (diagnostics.length > 0) return { refused: diagnostics };
  const isUnique = classifyMethodName(check.method) === 'unique-id' && method.name !== check.method;
  const merge = new Set(method.parameters.filter(isMergeField).map(({ name }) => name));
  const values = {
    kind: 'by-name',
    body: null,
    parameters: toValues(check.parameters.filter(({ name }) => !merge.has(name))),
    mergeFields: toValues(check.parameters.filter(({ name }) => merge.has(name))),
    customCategory: null,
  } as const;
  const id = isUnique && method.uniqueId !== null ? method.uniqueId : method.id;
  return { call: { account, connector, method: id, values } };
}

function checkParameter(parameter: CheckParameter, method: ConnectorMethod): Diagnostic[] {
  const item = method.parameters.find(({ name }) => name === parameter.name);
  const { at, name } = parameter;
  if (item === undefined) {
    const names = method.parameters.map((each) => each.name);
    return [
      reportError('call-value-unknown', {
        summary: `"${method.name}" has no parameter "${name}"`,
        at,
        remedy: formatNearest(name, names) ?? 'It has no parameters: remove the line.',
      }),
    ];
  }
  if (!item.isSensitive) return [];
  return [
    reportError('secret-as-text', {
      summary: `The parameter "${name}" of "${method.name}" is a secret in plain text`,
      at,
      masked: true,
      remedy: 'Choose a method that needs no secret, and rotate the secret, because it is in Git.',
    }),
  ];
}

function toValues(parameters: readonly CheckParameter[]): CallValues {
  const values: Record<string, string> = Object.create(null);
  for (const { name, text } of parameters) values[name] = text;
  return values;
}
