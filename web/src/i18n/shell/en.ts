const messages = {
  "nav.skip": "Skip to the content",
};

export default messages;
