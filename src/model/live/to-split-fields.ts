/** The two lists of fields of a method. */
type MethodLists<T> = { readonly request: readonly T[]; readonly response: readonly T[] };

/** What takes a value in a step, and what later steps take from it. */
type SplitFields<T> = { readonly fields: readonly T[]; readonly responses: readonly T[] };

/**
 * Splits the fields of a method into targets and sources. What a webhook delivers stands in its RequestFields, and its
 * ResponseFields are empty (SERVICE L [Q1]); ResponseFields that a webhook has all the same are sources too, and of one
 * name they come first. Nothing is mapped to what arrives from outside (an assumption).
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

/** Whether one of some members of a step or method is the word of a webhook (SERVICE B). Numbers are not believed. */
export function hasWebhookMarker(members: readonly unknown[]): boolean {
  return members.some((word) => typeof word === 'string' && word.toLowerCase() === 'webhook');
}
