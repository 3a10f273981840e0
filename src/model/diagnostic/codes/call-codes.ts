/** Diagnostics of calls of methods of installed connectors. */
export const callCodes = {
  'address-unknown': {
    means: 'No manifest of this environment has an object of that address.',
    remedy: 'Write ACCOUNT/connectors/KEY with the keys of the manifests.',
  },
  'not-installed': {
    means: 'The manifest has it, and the service does not: it was not made yet, or it was deleted.',
    remedy: 'Run cyclectl apply first.',
  },
  'method-unknown': {
    means: 'The installed release of the connector has no method of that name or id.',
    remedy: 'Write a name that cyclectl catalog methods shows.',
  },
  'method-ambiguous': {
    means: 'The connector has several methods of that name.',
    remedy: 'Write the id of one of them instead of the name.',
  },
  'call-value-unknown': {
    means: 'The method has no parameter, request field or merge field of that name.',
    remedy: 'Write a name that cyclectl catalog methods shows.',
  },
  'call-value-invalid': {
    means: 'A value of a call is not of its type, or is given twice, or cannot be sent so.',
    remedy: 'Correct the value, or send a whole body with --body FILE.',
  },
  'call-refused': {
    means:
      'The service or the third party refused the call, in most cases for a parameter or field that is missing.',
    remedy: 'Add what the message names and call again.',
  },
  'caller-not-approved': {
    means:
      'The service takes calls of methods only from addresses that its operator has approved, or this sign-in may not make them.',
    remedy: "Ask the operator's support to approve the address that you call from.",
  },
  'category-unknown': {
    means:
      'The custom category of a call is none that the manifest of the connector names and we made.',
    remedy: 'Write a key of customCategories of that connector, or the id that the console shows.',
  },
  'check-failed': {
    means:
      'A check of a connector was made and did not pass: its credential may be dead, or the third party away.',
    remedy: 'Do what the message says, then run cyclectl verify; cycles of it fail meanwhile.',
  },
  'check-unread': {
    means: 'A check of a connector was not made, since its methods could not be looked up.',
    remedy: 'Run cyclectl verify again.',
  },
  'held-by-check': {
    means: 'A cycle was not started, since a check of a connector that it uses did not pass.',
    remedy: 'Mend the connector and apply again: the cycle is started then.',
  },
  'call-failed': {
    means: 'The call was not done, and the answer says so.',
    remedy: 'Read the message, mend the cause and call again.',
  },
  'call-unknown': {
    means:
      'No answer says what became of the call. The third party may have done it; nothing was repeated.',
    remedy: 'Look at the third party before you call again.',
  },
} as const;
