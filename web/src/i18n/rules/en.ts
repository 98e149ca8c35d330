const messages = {
  "rules.title": "The rules in short",
};

export default messages;
