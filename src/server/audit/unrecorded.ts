/** Operations that use a writing method but leave no audit entry, with the reason. All others leave one. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  goToTutorialStep: 'one’s own place in the tutorial, which changes with each of its steps',
  endTutorial: 'one’s own place in the tutorial',
  endCrawlerOffer: 'an offer that one saw',
  quoteChange: 'asks for a price and changes nothing',
  startPaymentSetup: 'opens a form at the gateway; what comes of it is recorded by changePaymentMethod',
  checkFaqs: 'reads a sheet and keeps nothing',
  checkSite: 'looks at a page and changes nothing',
  draftKnowledgeGap: 'proposes a text and keeps nothing',
  testModel: 'asks a model one question and changes nothing',
  testOutgoingWebhook: 'sends an invented event and changes nothing',
  askPolicy: 'asks the policy',
  comparePolicies: 'asks the policy',
};
