/** Although their method writes; with the reason. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  goToTutorialStep: 'the user’s own tutorial progress, which changes at every step',
  endTutorial: 'the user’s own tutorial progress',
  endCrawlerOffer: 'an offer that the user has seen',
  quoteChange: 'asks for a price and changes nothing',
  replyToVisitor: 'a message of a conversation, which is stored itself',
  signToVisitor: 'that somebody is typing or has read',
  draftReply: 'drafts a text and stores nothing',
  startPaymentSetup: 'opens a form at the gateway; changePaymentMethod records the result',
  checkFaqs: 'reads a spreadsheet and stores nothing',
  checkSite: 'requests a page and changes nothing',
  draftKnowledgeGap: 'drafts a text and stores nothing',
  testModel: 'asks a model one question and changes nothing',
  testOutgoingWebhook: 'sends an invented event and changes nothing',
  askPolicy: 'asks the policy',
  comparePolicies: 'asks the policy',
  replayPolicy: 'asks the policy',
};
