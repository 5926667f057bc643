"""Generated TypeScript types of the wire protocol."""


def test_the_types_for_the_page_name_every_message() -> None:
    from hordes.server.protocol_typescript import typescript

    made = typescript()
    for word in ('type: "hello"', 'type: "step"', "export interface TableInfo", "export type FromServer = "):
        assert word in made
    assert made.count("export interface ") > 30
