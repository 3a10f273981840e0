import type { Method } from '../resources/catalog/catalog.ts';
import { readReleaseOf } from '../resources/connectors/to-installed-json.ts';
import type { State } from '../state/state.ts';
import { CallError } from './answer/call-error.ts';
import { describeExchange, describeReason, describeRequest } from './answer/describe-failure.ts';
import { listItems, mergePages, type PagesResult, readPages } from './answer/read-pages.ts';
import type {
  AnsweredCall,
  CallFailure,
  CallOutcome,
  FailedCall,
  MethodCall,
} from './method-call.ts';
import { readCredential } from './request/credential.ts';
import { formatXml } from './request/format-body.ts';
import { isRecord } from './request/location.ts';
import { type BuiltRequest, makeCallRequest, readParameters } from './request/make-request.ts';

/** Sends a method's request, reads its pages and reshapes the answer. */
export async function sendMethodCall(state: State, call: MethodCall): Promise<CallOutcome> {
  const built = await build(state, call);
  if ('kind' in built) {
    return built;
  }
  const format = readReleaseOf(state, call.installed).api?.format === 'xml' ? 'xml' : 'json';
  const gathering = await readPages({
    method: call.method,
    format,
    request: built.request,
    given: new Set(readParameters(call, ['QueryString']).map(([name]) => name)),
    limits: state.outside.limits,
    send: (request) => state.outside.send(request),
  });
  return gathering.kind === 'broken'
    ? describeBroken(gathering, built.secrets)
    : toAnswered(call.method, format, { gathering, built });
}

async function build(state: State, call: MethodCall): Promise<BuiltRequest | FailedCall> {
  const release = readReleaseOf(state, call.installed);
  try {
    if (release.api === null) {
      throw new CallError(
        'Failed to build the request',
        `The world does not say where the connector '${release.name}' is: it has no api.`,
      );
    }
    const credential = await readCredential(state, release, call.installed);
    const resolve = (address: string) => state.outside.resolve(address);
    return makeCallRequest(call, { release, api: release.api, credential, resolve });
  } catch (error) {
    if (error instanceof CallError) {
      return toFailed(error);
    }
    throw error;
  }
}

/** A call that was not sent. */
export function toFailed({ failure, message, item }: CallError): FailedCall {
  return {
    kind: 'failed',
    message: failure,
    reason: message,
    detail: message,
    status: null,
    retryAfterS: null,
    item,
    httpRequests: 0,
    request: null,
  };
}

type Broken = Extract<PagesResult, { readonly kind: 'broken' }>;

function describeBroken(
  { reply, reason, request, requests, isUnexpected }: Broken,
  secrets: readonly string[],
): FailedCall {
  const status = reply.kind === 'answered' ? reply.status : null;
  const isRefused = reply.kind === 'answered' && (reply.status < 200 || reply.status > 299);
  const message: CallFailure = isUnexpected
    ? 'Response data not in expected format'
    : status === 401
      ? 'Failed to authenticate the connector'
      : 'Failed to call the method';
  return {
    kind: 'failed',
    message,
    reason: describeReason(reason, isRefused ? reply.text : '', secrets),
    detail: describeExchange(request, reply, secrets),
    status,
    retryAfterS: readRetryAfter(
      reply.kind === 'answered' ? reply.headers.get('Retry-After') : null,
    ),
    item: null,
    httpRequests: requests,
    request: describeRequest(request, secrets),
  };
}

/** Whole seconds; ignores dates because the clocks may differ. */
function readRetryAfter(header: string | null): number | null {
  return header !== null && /^[0-9]{1,9}$/.test(header.trim()) ? Number(header) : null;
}

function toAnswered(
  method: Method,
  format: 'json' | 'xml',
  {
    gathering,
    built,
  }: {
    readonly gathering: Extract<PagesResult, { readonly kind: 'gathered' }>;
    readonly built: BuiltRequest;
  },
): AnsweredCall | FailedCall {
  const { pages, last, requests } = gathering;
  const sent = {
    httpRequests: requests,
    request: describeRequest(gathering.request, built.secrets),
  };
  const { status } = last;
  if (method.records !== null) {
    const lists = pages.map(({ data }) => listItems(data, method));
    // An empty XML list is absent, but JSON without the list has an unexpected shape.
    if (format === 'json' && lists.includes(undefined)) {
      const reason = `The answer has nothing at '${method.records}'.`;
      return describeBroken(
        {
          kind: 'broken',
          reply: last,
          reason,
          isUnexpected: true,
          request: gathering.request,
          requests,
        },
        built.secrets,
      );
    }
    const data = { records: lists.flatMap((list) => list ?? []) };
    const text = JSON.stringify(data);
    return { kind: 'answered', status, format: 'json', text, data, ...sent };
  }
  const [first] = pages;
  const data = mergePages(pages, method);
  const isWhole = pages.length === 1 && first !== undefined && first.text.trim() !== '';
  const text = isWhole ? first.text : formatData(data, format);
  return { kind: 'answered', status, format, text, data, ...sent };
}

function formatData(data: unknown, format: 'json' | 'xml'): string {
  return format === 'xml' && isRecord(data) && Object.keys(data).length > 0
    ? formatXml(data)
    : format === 'xml'
      ? ''
      : JSON.stringify(data);
}
