import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ConnectorMethod, MethodItem } from '../../../model/live/method.ts';
import type { GivenValue, RequestedCall } from '../../../model/live/method-call.ts';
import { addValue, type BodyScalar, formatBody, makeBody } from './body-node.ts';
import { reportGiven, reportTwice } from './report-given.ts';

/**
 * Makes the body of a call: the given text, else its fields by Location and DataType; null without
 * either.
 */
export function makeRequestBody(
  asked: Pick<RequestedCall, 'fields' | 'body'>,
  method: ConnectorMethod,
): { readonly body: string | null } | { readonly refused: readonly Diagnostic[] } {
  if (asked.fields.length === 0) return { body: asked.body };
  if (asked.body !== null) return { refused: [reportBoth()] };
  const diagnostics: Diagnostic[] = [];
  const tree = makeBody();
  for (const given of asked.fields) {
    const field =
      method.fields.find(({ name }) => name === given.name) ??
      method.fields.find(({ id }) => id === given.name);
    if (field === undefined) {
      diagnostics.push(reportGiven('field', given, method.fields));
      continue;
    }
    const value = toScalar(field, given.text);
    if (value === null) diagnostics.push(reportType(field, given));
    else if (!addValue(tree, field.name, value)) diagnostics.push(reportTwice('field', given));
  }
  if (diagnostics.length > 0) return { refused: diagnostics };
  const body = formatBody(tree, method.format);
  return body === null ? { refused: [reportRoots()] } : { body };
}

/** Converts a value to its DataType (SERVICE B); null if it does not fit. */
function toScalar({ dataType }: MethodItem, text: string): BodyScalar | null {
  switch (dataType?.toLowerCase()) {
    case 'integer':
      return toBare(text, /^-?(?:0|[1-9]\d*)$/);
    case 'float':
    case 'decimal':
      return toBare(text, /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/);
    case 'boolean':
      return toBare(text.toLowerCase(), /^(?:true|false)$/);
    default:
      return { kind: 'scalar', text, isBare: false };
  }
}

function toBare(text: string, form: RegExp): BodyScalar | null {
  return form.test(text) ? { kind: 'scalar', text, isBare: true } : null;
}

function reportType(field: MethodItem, given: GivenValue): Diagnostic {
  return reportError('call-value-invalid', {
    summary: `The value of the field "${given.name}" is not of type ${field.dataType}`,
    remedy:
      field.dataType?.toLowerCase() === 'boolean'
        ? 'Write true or false.'
        : 'Write a JSON number such as 17 or -2.5, or send any text with --body FILE.',
  });
}

function reportBoth(): Diagnostic {
  return reportError('call-value-invalid', {
    summary: 'A call cannot send both a body and single fields',
    remedy: 'Remove --field or --body.',
  });
}

function reportRoots(): Diagnostic {
  return reportError('call-value-invalid', {
    summary: 'The fields do not make exactly one root element, which an XML body needs',
    remedy: 'Write the XML to a file and pass --body FILE.',
  });
}
