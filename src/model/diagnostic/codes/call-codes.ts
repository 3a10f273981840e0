/** Diagnostics of calls of methods of installed connectors. */
export const callCodes = {
  'address-unknown': {
    stops: 'command',
    means:
      'No manifest of this environment has an object of that address, or it has a key that none can have.',
    remedy: 'Write ACCOUNT/connectors/KEY with the keys of the manifests.',
  },
  'not-installed': {
    stops: 'command',
    means:
      'The manifest has the object, but the service does not: it was not created yet, or it was deleted.',
    remedy: 'Run cyclectl apply first.',
  },
  'method-unknown': {
    stops: 'command',
    means: 'The installed release of the connector has no method of that name or id.',
    remedy: 'Write a name that cyclectl catalog methods lists.',
  },
  'method-ambiguous': {
    stops: 'command',
    means: 'The connector has several methods of that name.',
    remedy: 'Write the id of one of them instead of the name.',
  },
  'call-value-unknown': {
    stops: 'command',
    means: 'The method has no parameter, request field or merge field of that name.',
    remedy: 'Write a name that cyclectl catalog methods lists.',
  },
  'call-value-invalid': {
    stops: 'command',
    means: 'A value of a call has the wrong type, is given twice, or cannot be sent in this form.',
    remedy: 'Correct the value, or send a whole body with --body FILE.',
  },
  'call-refused': {
    stops: 'command',
    means:
      'The service or the third party refused the call, usually because a parameter or field is missing.',
    remedy: 'Add the value that the message names, and call again.',
  },
  'caller-not-approved': {
    stops: 'command',
    means:
      'The service accepts method calls only from addresses that its operator approved, or these credentials may not make them.',
    remedy: "Ask the operator's support to approve the address that you call from.",
  },
  'category-unknown': {
    stops: 'command',
    means:
      'The custom category of a call is not one that the manifest of the connector names and cyclectl created.',
    remedy: 'Write a key of customCategories of that connector, or the id that the console shows.',
  },
  'check-failed': {
    stops: 'command',
    means:
      'A health check of a connector failed: its credential may be expired, or the third party unavailable.',
    remedy:
      'Follow the message, then run cyclectl verify. Cycles that use the connector fail until then.',
  },
  'check-unread': {
    stops: 'command',
    means: 'A health check of a connector did not run, because its methods could not be read.',
    remedy: 'Run cyclectl verify again.',
  },
  'held-by-check': {
    stops: 'command',
    means: 'A cycle was not started, because a health check of a connector that it uses failed.',
    remedy: 'Fix the connector and apply again. The apply then starts the cycle.',
  },
  'call-failed': {
    stops: 'command',
    means: 'The response says that the call was not carried out.',
    remedy: 'Read the message, fix the cause and call again.',
  },
  'call-unknown': {
    stops: 'command',
    means:
      'The outcome of the call is unknown. The third party may have carried it out; nothing was repeated.',
    remedy: 'Check the third party before you call again.',
  },
} as const;
