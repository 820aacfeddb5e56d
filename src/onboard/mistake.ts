/** Something that whoever typed the command, or started the service, can put right: told in one line, without a stack. */
export class Mistake extends Error {}
