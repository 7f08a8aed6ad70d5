/** A node of the graph. */
export interface Entity {
  /** The name of the entity. */
  name: string;
  entityType: string;
  /** What is known about it. */
  observations: string[];
}

/** An edge, in active voice. */
export interface Relation {
  from: string;
  to: string;
  relationType: string;
}

/** The memory server of the Model Context Protocol. */
export class Memory {
  /** Creates entities that don't exist. */
  createEntities(input: { entities: Entity[] }): Entity[] {
    return input.entities;
  }

  /** Creates relations between entities. */
  createRelations(input: { relations: Relation[] }): void {
    void input;
  }

  /** Adds observations to entities. */
  addObservations(input: { observations: { entityName: string; contents: string[] }[] }): void {
    void input;
  }

  /** Reads nodes by name. */
  openNodes(input: { /** Names of entities. */ names: string[] }): { entities: Entity[]; relations: Relation[] } {
    return { entities: [], relations: input.names.map((from) => ({ from, to: from, relationType: "is" })) };
  }
}
