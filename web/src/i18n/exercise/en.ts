const messages = {
  "exercise.hint.1": "Which {tiles}?",
  "exercise.hint.2": "Which {sets} change?",
  "exercise.hint.3": "Lay it for me",
  "exercise.hint.tiles": "These go on the table: {list}.",
  "exercise.hint.sets": {
    one: "These go on the table: {list}. The marked {set} changes.",
    other: "These go on the table: {list}. The {n} marked {sets} change.",
  },
  "exercise.hint.draw": "Nothing needs to be laid here.",
  "exercise.no_draw": "Something can be laid here. Look again, or ask for a hint.",
  "exercise.draw_clean": "First put everything back, then draw.",
  "exercise.lacks.tiles": { one: "That is allowed, but {n} more {tile} is wanted.", other: "That is allowed, but {n} more {tiles} are wanted." },
  "exercise.lacks.kept": "That is allowed, but these are better kept: {list}.",
  "exercise.lacks.points": "That is allowed, but {points} points stay on your {rack}. {most} is possible.",
  "exercise.lacks.draw": "That is allowed, but there is something better to do here.",
};

export default messages;
