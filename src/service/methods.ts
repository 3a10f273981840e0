import type { Answer } from '../model/diagnostic/api-failure.ts';
import type { CallRequest, MethodAnswer, MethodCall } from '../model/live/method-call.ts';
import type { MethodCaller } from '../model/ports.ts';
import { type Call, type Client, toPath } from './http/client.ts';

/** Calls of methods of installed connectors (SPEC 4.1). */
export function makeMethodCaller(client: Client): MethodCaller {
  return {
    callMethod: (call) => callMethod(client, call),
    describeCall: (call) => {
      const { method, path, account, body } = toCall(call);
      return { method, path: `/v1.0${path}`, account, body };
    },
  };
}

async function callMethod(client: Client, asked: MethodCall): Promise<Answer<MethodAnswer>> {
  const answer = await client.send(toCall(asked), 'text');
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  return { ok: true, value: { status, text } };
}

function toCall(asked: MethodCall): Call & CallRequest {
  const { account, connector, method, values } = asked;
  const path = toPath('account', 'connectors', connector, 'methods', method);
  const common = { method: 'POST', account, repeat: 'once' } as const;
  if (values.kind === 'by-id') {
    const { parameters, fields, mergeFields } = values;
    const body = withoutEmpty({
      Parameters: parameters,
      Fields: fields,
      Mergefields: mergeFields,
    });
    return { ...common, path, body };
  }
  const { body, parameters, mergeFields, customCategory } = values;
  return {
    ...common,
    path: `${path}/body`,
    body: {
      ...(body === null ? {} : { RequestBody: body }),
      ...withoutEmpty({ Parameters: parameters, Mergefields: mergeFields }),
      ...(customCategory === null ? {} : { CustomCategoryId: customCategory }),
    },
  };
}

/** All parts of a call are optional (SPEC 4.1). */
function withoutEmpty(parts: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0),
  );
}
