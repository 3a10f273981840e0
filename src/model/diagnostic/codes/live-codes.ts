/** Diagnostics of the stages that know the service, up to the plan: bind, match, diff, plan. */
export const liveCodes = {
  'account-bound-elsewhere': {
    stops: 'reading',
    means: 'The state binds this account of the service to another key.',
    remedy: 'Give each key its own id. A key that is another account now needs another name.',
  },
  // the command line
  'environment-unknown': {
    stops: 'command',
    means: 'The project has no environment of that name, or has several and none was chosen.',
    remedy: 'Choose one with -e NAME, CYCLECTL_ENVIRONMENT or spec.defaultEnvironment.',
  },
  'selection-invalid': {
    stops: 'command',
    means: 'A part of --select has an unknown form, or means nothing to the command.',
    remedy:
      'Write account=NAME, label=NAME=VALUE, cycle=KEY, connector=NAME, blueprint=NAME, state=STATE or health=HEALTH.',
  },
  'selection-empty': {
    stops: 'command',
    means:
      '--select, or a part of it, matches no account of the environment, or the select of a wave matches none of its fleet.',
    remedy: 'Correct the name. Accounts, labels, cycles and connectors are those of the manifests.',
  },
  // bind
  'connector-unknown': {
    stops: 'object',
    means: 'The catalog of the service has no connector of that name.',
    remedy: 'Write the exact name from the catalog, including upper and lower case.',
  },
  'connector-version-unknown': {
    stops: 'object',
    means: 'The catalog has the connector, but not in that version.',
    remedy: 'Choose a version that the catalog offers, or remove the version.',
  },
  'authentication-unknown': {
    stops: 'object',
    means: 'The connector does not offer an authentication type of that name.',
    remedy: 'Write a type that the connector offers, or remove the line to use the default.',
  },
  'sign-in-missing': {
    stops: 'nothing',
    means:
      'A connector is to be installed that needs a sign-in, and its entry has no auth. Its cycles stay paused until someone signs it in.',
    remedy: 'Write auth in the entry, or sign the connector in in the console.',
  },
  'sign-in-not-offered': {
    stops: 'nothing',
    means: 'The auth of a connector is of a kind that the connector does not offer.',
    remedy: 'Write one of the kinds that the message names. The service may take the credential.',
  },
  'property-unknown': {
    stops: 'object',
    means: 'The connector has no account-level property of that name.',
    remedy: 'Write the TargetName from the catalog.',
  },
  'value-missing': {
    stops: 'nothing',
    means:
      'A required parameter or field of a cycle that the plan does not start has a value neither in its template or cycle file nor in the manifest.',
    remedy: 'Write the line that the message names. Without a value the service starts no cycle.',
  },
  'value-unlisted': {
    stops: 'nothing',
    means:
      'The service lists the values of a parameter, field or property, and the manifest has another one.',
    remedy: 'Write one of the listed values. The service may take another one.',
  },
  'value-of-other-type': {
    stops: 'nothing',
    means:
      'The service says that a parameter, field or property is a number, a date or true or false, and the text of the manifest is not.',
    remedy: 'Write a value of that type. The service may take the text as it is.',
  },
  'secret-as-text': {
    stops: 'object',
    means: 'The service marks this value as a secret, and the manifest contains it as plain text.',
    remedy:
      'Write a reference instead, and rotate the secret, because it is in the history of Git.',
  },
  'secret-merged': {
    stops: 'object',
    means: 'An expression merges a parameter or property that the service marks as sensitive.',
    remedy: 'Remove the merge field. The service does not merge sensitive values.',
  },
  'template-unknown': {
    stops: 'object',
    means: 'The service has no published template of that name, or none with that tag.',
    remedy: 'Write the name as the console shows it, or publish the template.',
  },
  'template-ambiguous': {
    stops: 'object',
    means: 'Several templates have that name.',
    remedy: 'Add a tag that only one of them has.',
  },
  'template-unread': {
    stops: 'planning',
    means: 'The template of a cycle could not be read. Nothing in the account was changed.',
    remedy: 'Run the command again. If it fails again, check the service and the credentials.',
  },
  'slot-unknown': {
    stops: 'object',
    means: 'The template has no connector slot of that name.',
    remedy: 'Write one of its slots. NAME#2 is the second slot of the same connector.',
  },
  'slot-ambiguous': {
    stops: 'object',
    means: 'Several connectors of the account match the kind that a slot takes.',
    remedy: 'Choose one under connectors of the cycle.',
  },
  'slot-unfilled': {
    stops: 'object',
    means:
      'A slot of a cycle file has no connector in the cycle, and the account has none of that kind.',
    remedy: 'Add a connector of that kind under connectors of the account.',
  },
  'slot-of-other-connector': {
    stops: 'object',
    means: 'The connector chosen for a slot is of another kind.',
    remedy: 'Choose a connector of this account whose kind the slot takes.',
  },
  'step-unknown': {
    stops: 'object',
    means: 'The cycle or its template has no step of that name, or has several.',
    remedy: 'Write the name as the service shows it. NAME#2 is the second step of that name.',
  },
  'target-unknown': {
    stops: 'object',
    means: 'The step has no parameter or request field of that name, or has several.',
    remedy:
      'Name a parameter by its TargetName and a field by its Location. Check whether it belongs under parameters or fields.',
  },
  'source-unknown': {
    stops: 'object',
    means: 'A mapping takes its value from a step, field or variable that does not exist.',
    remedy: 'Write one of the names that the message lists.',
  },
  'source-later': {
    stops: 'nothing',
    means:
      'A mapping takes its value from its own step, or from one that runs only after it. It has no value when the step runs.',
    remedy:
      'Take the value from an earlier step. The service may refuse the mapping during the apply, which then stops at it.',
  },
  'order-unread': {
    stops: 'nothing',
    means:
      'The order of the steps of a cycle could not be read. The plan does not know if each source runs before the step that takes it.',
    remedy: 'Run the command again to check it.',
  },
  'variable-unknown': {
    stops: 'object',
    means:
      'The cycle has no variable of that display name, or has several. Variables come with the template.',
    remedy: 'Write the name of a variable that exists, or add it to the template.',
  },
  'schedule-ignored': {
    stops: 'object',
    means: 'A webhook starts the cycle, and the service ignores a schedule of such a cycle.',
    remedy: 'Remove the schedule.',
  },
  'schedule-missing': {
    stops: 'object',
    means: 'A new cycle is to be active, but has no schedule.',
    remedy: 'Add a schedule, or write state: paused.',
  },
  // match
  ambiguous: {
    stops: 'object',
    means: 'Several objects of the service match the manifest.',
    remedy: 'Give the right one a unique name, write that name as displayName, and plan again.',
  },
  // live
  unread: {
    stops: 'reading',
    means: 'The service could not be read. Nothing in the account was changed.',
    remedy: 'Run the command again. If it fails again, check the service and the credentials.',
  },
  // plan
  'replace-not-offered': {
    stops: 'object',
    means:
      'A cycle needs a replacement because its origin changed, and the service offers no way to replace it.',
    remedy: 'Restore the earlier origin, or replace the cycle manually in the console.',
  },
  'change-refused': {
    stops: 'object',
    means: 'The field cannot be changed on an object that exists.',
    remedy:
      'Restore the earlier value, or create a new object under a new key. docs/guides/move-connectors.md of the package shows it for the version of a connector.',
  },
  'account-id-changed': {
    stops: 'reading',
    means:
      'The manifest names another account than the state binds its key to. Neither account was changed.',
    remedy:
      'Restore the id. If the other account is meant, give it a name of its own: the first one is then orphaned, and cyclectl destroy deletes it.',
  },
  'connector-in-use': {
    stops: 'object',
    means: 'A connector is to be deleted while a cycle that stays uses it, managed or not.',
    remedy:
      'Choose another connector for the cycle, remove the cycle too, or keep the entry of the connector.',
  },
  'account-not-empty': {
    stops: 'command',
    means: 'An account is to be destroyed, but contains an object that cyclectl did not create.',
    remedy:
      'Find its owner, and remove the object in the console. cyclectl deletes only its own objects.',
  },
  'not-kept': {
    stops: 'command',
    means:
      'The backup before a destroy failed: an object could not be read in full, or its file not written.',
    remedy: 'Run the command again. Nothing was destroyed.',
  },
  'still-named': {
    stops: 'nothing',
    means: 'A manifest still has an entry for a destroyed object.',
    remedy: 'Remove the entry, or the file. Otherwise the next apply creates the object again.',
  },
  protected: {
    stops: 'object',
    means: 'An object to be deleted has, or had, protect: true.',
    remedy: 'Restore its entry with protect: false and apply. Then delete it in a separate commit.',
  },
  'renamed-onto': {
    stops: 'object',
    means: 'The state has an object for the new key of a renamed entry, and one for the old key.',
    remedy:
      'Remove the line renamedFrom if both objects are separate. The plan then deletes the old one.',
  },
  'schedule-unknown': {
    stops: 'object',
    means: 'A change needs to pause a cycle, but no schedule says when to run it afterwards.',
    remedy: 'Write its schedule, or state: paused.',
  },
  'pause-not-offered': {
    stops: 'object',
    means:
      'A running cycle is to be edited, and the service offers no way to pause it. The cycle was not changed.',
    remedy: 'Pause it in the console and apply. The apply starts it again.',
  },
  'outcome-open': {
    stops: 'object',
    means:
      'The response to an install was lost, and the service does not list installed connectors. Only a person can check the console.',
    remedy:
      'Check the console, then record the result: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'connectors-unseen': {
    stops: 'planning',
    means:
      'An account exists that has no state, and the service does not list its installed connectors.',
    remedy:
      'Record each connector with cyclectl state settle ADDRESS exists ID. If there is none, record the account instead.',
  },
  'category-open': {
    stops: 'object',
    means:
      'The response to the creation of a custom category was lost, and the service does not list them. Only a person can check the console.',
    remedy:
      'Check the console, then record the result: cyclectl state settle ADDRESS exists ID, or absent.',
  },
  'secret-missing': {
    stops: 'object',
    means: 'An object is to be created with a secret that has no value on this machine.',
    remedy: 'Set the variable, or write the file, that the reference names.',
  },
} as const;
