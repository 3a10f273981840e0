/** The two lists of fields of a method. */
type MethodLists<T> = { readonly request: readonly T[]; readonly response: readonly T[] };

/** Targets of a step, and sources for later steps. */
type SplitFields<T> = { readonly fields: readonly T[]; readonly responses: readonly T[] };

/**
 * Splits the fields of a method into targets and sources. A webhook has its sources in
 * RequestFields (SERVICE L [Q1]), and ResponseFields take precedence on the same name. A webhook
 * has no targets (an assumption).
 */
export function toSplitFields<T>(
  isWebhook: boolean,
  { request, response }: MethodLists<T>,
  nameOf: (field: T) => string,
): SplitFields<T> {
  if (!isWebhook) return { fields: request, responses: response };
  const known = new Set(response.map(nameOf));
  const delivered = request.filter((field) => !known.has(nameOf(field)));
  return { fields: [], responses: [...response, ...delivered] };
}

/**
 * Returns whether a member of a step or method is the word of a webhook (SERVICE B). Numbers are
 * not trusted.
 */
export function hasWebhookMarker(members: readonly unknown[]): boolean {
  return members.some((word) => typeof word === 'string' && word.toLowerCase() === 'webhook');
}

/**
 * Returns whether the type of a method says that it is no webhook. Without the word a first step may
 * be one, because its mark may be a number.
 */
export function isMarkedAction(type: unknown): boolean {
  return typeof type === 'string' && /^(?:action|script)$/i.test(type);
}
