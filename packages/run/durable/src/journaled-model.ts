import {
  type Model,
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelRequest,
  type ModelResponse,
} from "@helve/agent";
import { type ErrorJson, errorJson, HelveError } from "@helve/core";
import { EventQueue } from "@helve/core/internal";
import type { Journal } from "@helve/executor";

/**
 * Wraps a model so that its answers are recorded as steps of the journal.
 *
 * @param onNewAnswer - called when an answer is recorded that no earlier attempt has recorded
 */
export function journaledModel(model: Model, journal: Journal, onNewAnswer: () => void): Model {
  return {
    name: model.name,
    prices: model.prices,
    async *generate(request) {
      const deltas = new EventQueue<ModelEvent>();
      let isNew = false;
      const answered = journal
        .step(`model ${model.name}`, () => {
          isNew = true;
          return answerOf(model, request, deltas);
        })
        .finally(() => deltas.close());
      answered.catch(() => undefined); // thrown below, after the deltas
      yield* deltas.read();
      const answer = await answered;
      if (isNew) onNewAnswer();
      if (answer.response === undefined) {
        request.signal?.throwIfAborted();
        throw modelError(answer.error);
      }
      yield { type: "end", response: answer.response };
    },
  };
}

/** The answer of a model, as JSON. */
type Answer =
  | { readonly response: ModelResponse }
  | { readonly response?: undefined; readonly error: ErrorJson & { readonly code: string } };

/** Reads the model's answer, and passes on its deltas. */
async function answerOf(model: Model, request: ModelRequest, deltas: EventQueue<ModelEvent>): Promise<Answer> {
  try {
    for await (const event of model.generate(request)) {
      if (event.type === "end") return { response: event.response };
      deltas.push(event);
    }
    throw new ModelError("response", `${model.name}: the events ended without an answer`);
  } catch (error) {
    return { error: HelveError.is(error) ? error.toJSON() : { ...errorJson(error), code: "model" } };
  }
}

function modelError({ code, message }: ErrorJson & { readonly code: string }): ModelError {
  return new ModelError(code as ModelErrorCode, message);
}
