import { type Exchange, splitAsk } from '../../../tools/generate/samples.ts';

/** Names whose values are the service's own words, so that a sample must have the same. */
const words: ReadonlySet<string> = new Set(['MappingType']);

/** Maps of a call whose names are ids or names of a method: the sample says of what kind their values are. */
const keyed: ReadonlySet<string> = new Set(['Parameters', 'Fields', 'Mergefields']);

/** A request, as far as samples describe it. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Names of the query. */
  readonly query: readonly string[];
  readonly hasAccount: boolean;
  /** Names of the form, or null where the body is none. */
  readonly form: readonly string[] | null;
  readonly body: unknown;
}

/** Request of a sample, with saved values for `{name}`. */
export function toSampledRequest(sample: Exchange): SentRequest {
  const { method, target } = splitAsk(sample.ask);
  const [path = '', query = ''] = target.split('?');
  return {
    method,
    path,
    query: [...new URLSearchParams(query).keys()],
    hasAccount: sample.account !== undefined,
    form: sample.form === undefined ? null : Object.keys(sample.form),
    body: method === 'GET' ? undefined : sample.body,
  };
}

/**
 * Parts of a request that its sample lacks: query and form names, the account, names and kinds in
 * the body.
 */
export function differFromSample(sent: SentRequest, sample: SentRequest): readonly string[] {
  return [
    ...(sent.hasAccount === sample.hasAccount ? [] : ['the account header']),
    ...sent.query.filter((name) => !sample.query.includes(name)).map((name) => `query ${name}`),
    ...((sent.form === null) === (sample.form === null) ? [] : ['the form']),
    ...(sent.form ?? []).filter((name) => sample.form?.includes(name) !== true),
    ...differInShape(sent.body, sample.body, 'body'),
  ];
}

function differInShape(sent: unknown, sample: unknown, at: string): readonly string[] {
  // Null says *clear* or *nothing of that kind*, whatever kind the value would have.
  if (sent === null && sample !== undefined) {
    return [];
  }
  if (Array.isArray(sent) && Array.isArray(sample)) {
    return sent.flatMap((item, index) =>
      sample.some((each) => differInShape(item, each, at).length === 0) ? [] : [`${at}[${index}]`],
    );
  }
  const [wanted, given] = [readKind(sample), readKind(sent)];
  // A kept value may be an id of either kind.
  const isKept = typeof sample === 'string' && /^\{\w+\}$/.test(sample);
  if (!(wanted === given || (isKept && (given === 'string' || given === 'number')))) {
    return [`${at} is ${given}, in the sample ${wanted}`];
  }
  if (given !== 'object') {
    return [];
  }
  return Object.entries(sent as object).flatMap(([name, value]) => {
    const place = `${at}.${name}`;
    const sampled: unknown = Reflect.get(sample as object, name);
    if (keyed.has(name) && readKind(sampled) === 'object') return differInValues(value, place);
    return words.has(name) && value !== sampled
      ? [`${place} is ${value}, in the sample ${sampled}`]
      : differInShape(value, sampled, place);
  });
}

/** SPEC 4.1: values are strings. */
function differInValues(sent: unknown, at: string): readonly string[] {
  if (readKind(sent) !== 'object') return [`${at} is ${readKind(sent)}, in the sample object`];
  return Object.entries(sent as object).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [`${at}.${name} is ${readKind(value)}, in the sample string`],
  );
}

function readKind(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
