import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import { type ConnectorMethod, isMergeField, type MethodItem } from '../../../model/live/method.ts';
import type {
  CallValues,
  GivenValue,
  MethodCall,
  RequestedCall,
  ValueFlag,
} from '../../../model/live/method-call.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import { classifyMethodName } from './find-method.ts';
import { makeRequestBody } from './make-request-body.ts';
import { reportGiven, reportSensitive, reportTwice } from './report-given.ts';

export type CallTarget = {
  readonly account: RemoteId;
  readonly connector: RemoteId;
  readonly method: ConnectorMethod;
  /** Properties of the connector, which a call may set as merge fields. */
  readonly properties: readonly { readonly name: string; readonly isSensitive: boolean }[];
};

/**
 * Binds a call by names or by ids, as its method is given. A call by id with a body or a custom
 * category also goes by names, because the route by id takes neither.
 */
export function bindCall(
  asked: RequestedCall,
  target: CallTarget,
): { readonly call: MethodCall } | { readonly refused: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const { account, connector, method } = target;
  const kind = classifyMethodName(asked.method);
  const isNamed = kind === 'name' || method.name === asked.method;
  const isById = !isNamed && asked.body === null && asked.customCategory === null;
  const client: BindOptions = { isById, diagnostics };
  const parameters = bindValues(client, 'param', {
    given: asked.parameters,
    items: method.parameters,
  });
  const mergeFields = bindValues(client, 'merge', {
    given: asked.mergeFields,
    items: [...method.parameters.filter(isMergeField), ...toItems(target, isById)],
  });
  const id = kind === 'unique-id' && method.uniqueId !== null ? method.uniqueId : method.id;
  const base = { account, connector, method: id };
  if (isById) {
    const fields = bindValues(client, 'field', { given: asked.fields, items: method.fields });
    if (diagnostics.length > 0) return { refused: diagnostics };
    return { call: { ...base, values: { kind: 'by-id', parameters, fields, mergeFields } } };
  }
  const made = makeRequestBody(asked, method);
  if ('refused' in made || diagnostics.length > 0) {
    return { refused: [...diagnostics, ...('refused' in made ? made.refused : [])] };
  }
  const { customCategory } = asked;
  return {
    call: {
      ...base,
      values: { kind: 'by-name', body: made.body, parameters, mergeFields, customCategory },
    },
  };
}

type BindOptions = { readonly isById: boolean; readonly diagnostics: Diagnostic[] };

function bindValues(
  { isById, diagnostics }: BindOptions,
  flag: ValueFlag,
  {
    given,
    items,
  }: { readonly given: readonly GivenValue[]; readonly items: readonly MethodItem[] },
): CallValues {
  const values: Record<string, string | SecretValue> = Object.create(null);
  for (const value of given) {
    const item =
      items.find(({ name }) => name === value.name) ?? items.find(({ id }) => id === value.name);
    if (item === undefined) {
      diagnostics.push(reportGiven(flag, value, items));
      continue;
    }
    if (flag === 'param' && isMergeField(item)) {
      diagnostics.push(reportGiven('merge', value, [item]));
      continue;
    }
    if (flag === 'merge' && item.isSensitive) {
      diagnostics.push(reportSensitive(value));
      continue;
    }
    const key = isById ? item.id : item.name;
    if (key in values) diagnostics.push(reportTwice(flag, value));
    values[key] = item.isSensitive ? new SecretValue(value.text) : value.text;
  }
  return values;
}

// Connector properties have names only, so a call by id cannot set them.
function toItems({ properties }: CallTarget, isById: boolean): readonly MethodItem[] {
  if (isById) return [];
  return properties.map(({ name, isSensitive }) => ({
    id: '',
    name,
    description: null,
    dataType: null,
    target: 'MergeField',
    isOptional: true,
    isSensitive,
    values: [],
  }));
}
