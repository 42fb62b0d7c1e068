import { fromCallback, fromPromise } from 'xstate';
import { assistantProjectMachine } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import { assistantServicesMachine } from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import { blockResults } from '../../machines/assistant/blockRun/blockResults.ts';
import { blockRunMachine } from '../../machines/assistant/blockRun/blockRun.machine.ts';
import { answerTexts } from '../../machines/assistant/conversation/answerTexts.ts';
import {
  conversationMachine,
  type AnswerReport,
  type AnswerRequest,
  type StreamCommand,
} from '../../machines/assistant/conversation/conversation.machine.ts';
import {
  conversationStoreMachine,
  type StoreCommand,
} from '../../machines/assistant/conversationStore/conversationStore.machine.ts';
import { checkStatement, explainSql, followAnswer, formatSql, runTool } from '../../services/assistant/answers.ts';
import {
  keepConversations,
  loadConversations,
  openConversation,
  persistConversations,
} from '../../services/assistant/conversations.ts';
import { runBlock } from '../../services/assistant/runBlock.ts';
import { clearWithUser } from '../../services/browser/userData.ts';
import { readStatus } from '../../services/http/modelAnswers.ts';

clearWithUser(() => {
  answerTexts.clear();
  blockResults.clear();
});

const conversation = conversationMachine.provide({
  actors: {
    streamAnswer: fromCallback<StreamCommand, AnswerRequest>(({ input, sendBack, receive }) => {
      const { id, ...request } = input;
      const answer = followAnswer({
        ...request,
        show: (text) => answerTexts.put(id, text),
        report: (fact: AnswerReport) => sendBack(fact),
      });
      receive(() => answer.cut());
      return () => {
        answer.stop();
        answerTexts.drop(id);
      };
    }),
    runTool: fromPromise(({ input, signal }) => runTool(input, signal)),
  },
});

const conversationStore = conversationStoreMachine.provide({
  actors: {
    persist: fromCallback<StoreCommand, { ref: string }>(({ input, sendBack, receive }) => {
      const persistence = persistConversations(input, sendBack, answerTexts.of);
      receive((command) => persistence.receive(command));
      return () => persistence.stop();
    }),
  },
});

const blockRun = blockRunMachine.provide({
  actors: {
    checkStatement: fromPromise(({ input, signal }) => checkStatement(input, signal)),
    runBlock: fromPromise(async ({ input: { key, titles, ...request }, signal }) => {
      const { results, durationMs } = await runBlock({ ...request, statements: titles.length }, signal);
      blockResults.put(
        key,
        results.map(({ columns, rows }) => ({ columns, rows })),
      );
      return {
        kind: 'done' as const,
        results: results.map(({ tag, count, more }, index) => ({ title: titles[index] ?? tag, tag, count, more })),
        durationMs,
      };
    }),
  },
});

const assistantServices = assistantServicesMachine.provide({
  actors: {
    readStatus: fromPromise(({ input, signal }) => readStatus(input, signal)),
    keepConversations: fromPromise(async ({ input }) => keepConversations(input)),
    formatSql: fromPromise(({ input, signal }) => formatSql(input, signal)),
    explainSql: fromPromise(({ input, signal }) => explainSql(input, signal)),
  },
});

export default assistantProjectMachine.provide({
  actors: {
    conversation,
    conversationStore,
    blockRun,
    assistantServices,
    loadConversations: fromPromise(({ input }) => loadConversations(input)),
    openConversation: fromPromise(({ input }) => openConversation(input)),
  },
});
