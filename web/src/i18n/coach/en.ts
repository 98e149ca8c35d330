const messages = {
  "coach.label": "Coach",
  "coach.quiet": "Coach, be quiet",
  "coach.speak": "Coach, speak again",
  "coach.drew": "You drew a {tile}, and that ended your turn.",
  "coach.watch": "It is the other’s turn. Plan ahead if you like.",
  "coach.open": "You can open: {list}. That makes {points} points.",
  "coach.open_short": "Your {sets} come to {points}, and opening takes {needed}. Draw: that ends your turn.",
  "coach.no_set": "You hold no {set} yet. Draw a {tile}: that ends your turn.",
  "coach.lay": "You can lay {aSet}: {list}.",
  "coach.add": "You can add {what} to what lies there: {where}.",
  "coach.out": "You can lay all that you hold: {list}.",
  "coach.rearrange": "You can lay {list} if you rearrange the table. The light bulb shows how.",
  "coach.none": "Nothing can be laid. Draw a {tile}: that ends your turn.",
  "coach.none_pass": "Nothing can be laid, and nothing is left to draw: pass.",
  "coach.unsure": "I see nothing simple here. Look for more, or draw: that ends your turn.",
  "coach.fault": "{list}: {fault}.",
  "coach.more": "{points} of {needed} points. Lay more, or take it back.",
  "coach.end": "Every {set} is complete. End your turn, or lay more.",
  "coach.win": "Your last {tile}! End your turn, and you have won.",
};

export default messages;
