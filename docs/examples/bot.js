// A bot in another language: one question a line in, one move a line out.
// hordes tournament "cmd:node docs/examples/bot.js" random --games 4
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const question = JSON.parse(line);
  const conquests = question.legal.filter((move) => move.startsWith("conquer"));
  const calm = question.legal.filter((move) => !/^(decline|abandon)/.test(move));
  const choices = conquests.length ? conquests : calm.length ? calm : question.legal;
  const move = choices[Math.abs(question.seed) % choices.length];
  process.stdout.write(JSON.stringify({ move }) + "\n");
});
